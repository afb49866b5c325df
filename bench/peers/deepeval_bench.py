"""The works with deepeval: the agent's replies are made first, as its test cases need them, then evaluated."""

import asyncio
import json
import os
import sys

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval, PatternMatchMetric
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase, SingleTurnParams
from openai import AsyncOpenAI

WORK, AT_ONCE = sys.argv[1], int(sys.argv[2])
URL = os.environ["BENCH_URL"]


async def replies(questions: list[str]) -> list[str]:
    if WORK == "deterministic":
        return questions
    client = AsyncOpenAI(base_url=URL, api_key="none")
    turns = asyncio.Semaphore(AT_ONCE)

    async def ask(content: str) -> str:
        async with turns:
            messages = [{"role": "user", "content": content}]
            answer = await client.chat.completions.create(model="agent", messages=messages)
            return answer.choices[0].message.content or ""

    return await asyncio.gather(*map(ask, questions))


def metric():
    if WORK == "deterministic":
        return PatternMatchMetric(pattern="Good morning.*")
    return GEval(
        name="greets the user",
        # With criteria instead, a second call would make the steps.
        evaluation_steps=["Check whether the reply greets the user."],
        evaluation_params=[SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT],
        model=LocalModel(model="judge-of-deepeval", base_url=URL, api_key="none"),
    )


with open("cases.json", encoding="utf-8") as file:
    questions = [case["messages"][0] for case in json.load(file)]
outputs = asyncio.run(replies(questions))
result = evaluate(
    test_cases=[LLMTestCase(input=asked, actual_output=reply) for asked, reply in zip(questions, outputs)],
    metrics=[metric()],
    async_config=AsyncConfig(max_concurrent=AT_ONCE),
    cache_config=CacheConfig(write_cache=False),
    display_config=DisplayConfig(show_indicator=False, print_results=False, inspect_after_run=False),
)
passed = sum(1 for each in result.test_results if each.success)
if passed != len(questions):
    sys.exit(f"{passed} of {len(questions)} passed")
try:
    import resource

    own = resource.getrusage(resource.RUSAGE_SELF)
    with open(os.environ["BENCH_USAGE"], "a", encoding="utf-8") as file:
        json.dump({"cpu": own.ru_utime + own.ru_stime, "memory": own.ru_maxrss * 1024}, file)
except ImportError:  # Windows does not tell.
    pass
