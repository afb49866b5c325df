"""Metrics that misbehave, for the tests."""

import os
import socket
import sys

from deepeval.classifiers import BaseClassifier
from deepeval.metrics import BaseMetric


class Mine(BaseMetric):
    def __init__(self, threshold=0.5, model=None, port=0):
        self.threshold, self.model, self.port = threshold, model, port

    def measure(self, test_case):
        self.score = self.value(test_case)
        self.success = self.score >= self.threshold
        return self.score

    def is_successful(self):
        return self.success


class Falls(Mine):
    def value(self, _):
        print("about to fall", file=sys.stderr, flush=True)
        os._exit(7)


class Throws(Mine):
    def value(self, _):
        raise ValueError("not today")


class Lower(Mine):
    def value(self, _):
        return 0.1

    def is_successful(self):
        return self.score <= self.threshold


class Beyond(Mine):
    def value(self, _):
        return 1.5


class Hides(Mine):
    def value(self, _):
        try:
            self.model.generate("Is it good?")
        except Exception:
            pass
        return 1


class Dials(Mine):
    def value(self, _):
        try:
            socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            pass
        return 1


class Sorts(BaseClassifier):
    pass
