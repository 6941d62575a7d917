"""Estimates plda.f32: a linear discriminant of speaker vectors, with the spread of voices in it.

SETS=sets.json OUT=plda.f32 python3 plda.py

SETS is JSON: [{"vectors", "voices"}]: a file of float32, 320 to a row (x-vector and voice.onnx,
each of length 0.707), and a JSON file with the voice of each row. OUT gets float32: mean,
directions, variances. Every set counts the same, regardless of its number of windows.
"""

import json
import os

import numpy as np
from scipy.linalg import eigh

DIRECTIONS = 50
SIZE = 320
SHRINK = 0.1
OVERLAP = 3  # so many windows lie over each other


def read_json(path):
    with open(path) as file:
        return json.load(file)


def read_set(entry):
    vectors = np.fromfile(entry['vectors'], '<f4').reshape(-1, SIZE).astype(float)
    return vectors, np.array(read_json(entry['voices']))


def scatter(vectors, voice_of_row):
    """Covariances within the voices and between them."""
    voices = np.unique(voice_of_row)
    rows = [vectors[voice_of_row == voice] for voice in voices]
    means = np.array([of_voice.mean(0) for of_voice in rows])
    deviations = [of_voice - mean for of_voice, mean in zip(rows, means, strict=True)]
    within = sum(d.T @ d for d in deviations) / (len(vectors) - len(voices))
    counts = np.array([len(of_voice) for of_voice in rows])
    error_of_means = within * np.mean(1 / np.maximum(1, counts / OVERLAP))
    return within, np.cov(means.T) - error_of_means


def main():
    sets = [read_set(entry) for entry in read_json(os.environ['SETS'])]
    mean = np.mean([vectors.mean(0) for vectors, _ in sets], 0)
    scatters = [scatter(vectors - mean, voices) for vectors, voices in sets]
    within = sum(own / len(sets) for own, _ in scatters)
    between = sum(other / len(sets) for _, other in scatters)
    within = (1 - SHRINK) * within + SHRINK * np.eye(SIZE) * np.trace(within) / SIZE
    variances, directions = eigh(between, within)
    best = np.argsort(-variances)[:DIRECTIONS]
    parts = [mean, directions[:, best].T.reshape(-1), np.maximum(variances[best], 1e-3)]
    np.concatenate(parts).astype('<f4').tofile(os.environ['OUT'])


if __name__ == '__main__':
    main()
