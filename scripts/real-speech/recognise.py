"""Speaks each text with espeak-ng, sends it over a telephone, and writes down what pocketsphinx hears.

Reads JSON lines {"slot", "said"} and writes JSON lines {"said", "heard": {channel: text}}. After a question, the recogniser
knows the words of all lines of this slot, in any order, and no others: with all of English it hears hardly a digit right.
Needs espeak-ng, and from PyPI pocketsphinx (its wheel holds the model en-us) and numpy.
"""

import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import wave
from multiprocessing import Pool

import numpy
from pocketsphinx import Decoder, NGramModel, get_model_path

# The rate of the recogniser's model; a telephone's band is cut out of it, which is what 8 kHz would leave.
RATE = 16_000
VOICES = ["en-us", "en-us+f3", "en-us+m3", "en-us+f2"]
# Loudness of the voice over that of the noise, in decibels. None: the whole band, without noise.
CHANNELS = {"studio": None, "phone, noise at 20 dB": 20}


def speak(text, voice):
    command = ["espeak-ng", "-v", voice, "-s", "150", "--stdout", text]
    sound = subprocess.run(command, check=True, capture_output=True).stdout
    with wave.open(io.BytesIO(sound)) as file:
        rate = file.getframerate()
        # espeak-ng does not know the length when it writes the head.
        samples = numpy.frombuffer(sound[44:][: len(sound[44:]) // 2 * 2], dtype="<i2").astype(float)
    quiet = numpy.zeros(rate // 3)
    samples = numpy.concatenate([quiet, samples, quiet])
    return resample(samples, rate)


def resample(samples, rate):
    spectrum = numpy.fft.rfft(samples)
    length = int(len(samples) * RATE / rate)
    return numpy.fft.irfft(spectrum[: length // 2 + 1], length) * (RATE / rate)


def telephone(samples, decibels, random):
    noise = random.normal(size=len(samples))
    noise *= numpy.sqrt(numpy.mean(samples**2)) / 10 ** (decibels / 20)
    spectrum = numpy.fft.rfft(samples + noise)
    frequency = numpy.fft.rfftfreq(len(samples), 1 / RATE)
    spectrum[(frequency < 300) | (frequency > 3_400)] = 0
    return numpy.fft.irfft(spectrum, len(samples))


def hear(decoder, samples):
    loud = samples / numpy.max(numpy.abs(samples)) * 20_000
    decoder.start_utt()
    decoder.process_raw(loud.astype("<i2").tobytes(), full_utt=True)
    decoder.end_utt()
    heard = decoder.hyp()
    return heard.hypstr if heard else ""


def recogniser(calls, folder):
    """One that knows, after each question, the words of this slot and takes all of them to be equally likely."""
    slots = {slot: sorted(words_of(calls, slot)) for slot in {call["slot"] for call in calls}}
    wanted = {word for words in slots.values() for word in words}
    with open(get_model_path("en-us/cmudict-en-us.dict")) as file:
        known = [line for line in file if line.split(" ")[0].split("(")[0] in wanted]
    lacking = wanted - {line.split(" ")[0] for line in known}
    if lacking:
        sys.exit(f"the recogniser's dictionary lacks {', '.join(sorted(lacking))}")
    # The whole dictionary would make each second of speech take many.
    dictionary = os.path.join(folder, "words.dict")
    with open(dictionary, "w") as file:
        file.writelines(known)
    decoder = Decoder(samprate=RATE, loglevel="FATAL", lm=None, dict=dictionary)
    for slot, words in slots.items():
        rows = [f"{-math.log10(len(words) + 1):.4f} {word}" for word in ["</s>", *words]]
        head = f"\\data\\\nngram 1={len(rows) + 1}\n\n\\1-grams:\n-99 <s>\n"
        model = os.path.join(folder, f"{slot}.lm")
        with open(model, "w") as file:
            file.write(head + "\n".join(rows) + "\n\n\\end\\\n")
        decoder.add_lm(slot, NGramModel(decoder.config, decoder.logmath, model))
    return decoder


def words_of(calls, slot):
    return {word for call in calls if call["slot"] == slot for word in re.findall(r"[a-z']+", call["said"].lower())}


def prepare(calls):
    global decoder
    with tempfile.TemporaryDirectory() as folder:
        decoder = recogniser(calls, folder)


def answer(numbered):
    number, call = numbered
    clean = speak(call["said"], VOICES[number % len(VOICES)])
    random = numpy.random.default_rng(number)
    decoder.activate_search(call["slot"])
    heard = {
        channel: hear(decoder, clean if decibels is None else telephone(clean, decibels, random))
        for channel, decibels in CHANNELS.items()
    }
    return {"said": call["said"], "heard": heard}


def main():
    calls = [json.loads(line) for line in sys.stdin]
    with Pool(2, prepare, [calls]) as pool:
        for heard in pool.imap(answer, enumerate(calls)):
            print(json.dumps(heard), flush=True)


if __name__ == "__main__":
    main()
