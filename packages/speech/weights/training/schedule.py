"""How fast a training learns and what it keeps: the learning rate and the moving average.

Imported by the training scripts; not run by itself.
"""

import math

import torch


def learning_rate(peak, step, fraction, warm_up_steps):
    """Rises over the first steps, then falls as a cosine until `fraction` of the time is 1."""
    return (
        peak * min(1, (step + 1) / warm_up_steps) * (0.5 + 0.5 * math.cos(math.pi * fraction))
        + 1e-6
    )


def set_learning_rate(optimizer, rate):
    for group in optimizer.param_groups:
        group['lr'] = rate


def average_decay(step, most):
    """Short memory in the first steps, so that the random start is forgotten."""
    return min(most, (step + 1) / (step + 20))


@torch.no_grad()
def update_average(average, net, decay):
    """Moves the weights of `average` towards those of `net`; counters are copied."""
    weights, new_weights = [], []
    for kept, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.is_floating_point():
            weights.append(kept)
            new_weights.append(new)
        else:
            kept.copy_(new)
    torch._foreach_mul_(weights, decay)
    torch._foreach_add_(weights, new_weights, alpha=1 - decay)
