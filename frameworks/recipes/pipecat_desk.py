"""The agent: as its own application has it, without a word of Viva. There it stands between speech-to-text and speech."""

from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.services.openai.llm import OpenAILLMService

HOURS = {"breakfast": "from seven to ten", "pool": "from noon to six"}


async def look_up(params, topic: str):
    """Opening hours.

    Args:
        topic: What is asked about.
    """
    await params.result_callback({"hours": HOURS.get(topic, "unknown")})


async def refund(params, booking: str):
    """Refunds a booking.

    Args:
        booking: Its number.
    """
    await params.result_callback({"booking": booking, "refunded": True})


def desk():
    instruction = "You answer at the desk of a hotel."
    llm = OpenAILLMService(settings=OpenAILLMService.Settings(model="gpt-5-mini", system_instruction=instruction))
    return llm, LLMContext(tools=[look_up, refund])
