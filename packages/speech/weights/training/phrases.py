"""Lists of phrases as text. Imported by prep.py, prep_ear.py and robots.py."""


def phrases(text):
    """The phrases of a text, which stand in lines and between bars."""
    return [phrase for line in text.strip().split('\n') for phrase in line.strip().split('|')]
