import asyncio
import queue
import threading

from pipecat.frames import frames
from pipecat.observers.base_observer import BaseObserver
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_response_universal import LLMAssistantAggregator
from pipecat.processors.frame_processor import FrameDirection
from pipecat.utils.errors import ErrorCategory
from pipecat.workers.runner import WorkerRunner
from pipecat_desk import desk
from viva_agent import agent

llm, context = desk()
started, heard = queue.Queue(), queue.Queue()


class Ear(BaseObserver):
    """Hears what the model's service says and does."""

    async def on_push_frame(self, data):
        if data.source is llm and (data.direction is FrameDirection.DOWNSTREAM or isinstance(data.frame, frames.ErrorFrame)):
            heard.put(data.frame)


async def pipeline():
    """The bot's pipeline, without its transport, its ears and its voice."""
    worker = PipelineWorker(Pipeline([llm, LLMAssistantAggregator(context)]), observers=[Ear()], idle_timeout_secs=None)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    started.put((worker, asyncio.get_running_loop()))
    await runner.run()


def opened(conversation):
    context.add_messages(conversation.history)
    threading.Thread(target=asyncio.run, args=[pipeline()], daemon=True).start()
    conversation.state["pipeline"] = started.get()


@agent(name="pipecat", version="1", opened=opened)
def reply(message, conversation):
    worker, loop = conversation.state["pipeline"]
    line = frames.LLMMessagesAppendFrame(messages=[{"role": "user", "content": message}], run_llm=True)
    asyncio.run_coroutine_threadsafe(worker.queue_frame(line), loop)
    text, is_calling = "", False
    while True:
        match heard.get():
            case frames.LLMTextFrame(text=words):
                text += words
            case frames.FunctionCallsStartedFrame(function_calls=calls):
                yield text
                text, is_calling = "", True
                for call in calls:
                    conversation.record("call", id=call.tool_call_id, name=call.function_name, arguments=call.arguments)
            case frames.FunctionCallResultFrame(tool_call_id=id, error=str(error)):
                conversation.record("error", id=id, error=error)  # its result is words for the model
            case frames.FunctionCallResultFrame(tool_call_id=id, result=result, properties=properties):
                conversation.record("result", id=id, result=result)
                if properties and properties.run_llm is False:
                    return  # The tool ends the reply.
            case frames.ErrorFrame(error=error, category=category) if category is not ErrorCategory.APPLICATION:
                raise RuntimeError(error)
            case frames.LLMFullResponseEndFrame() if is_calling:
                is_calling = False  # The model is asked again, with the results.
            case frames.LLMFullResponseEndFrame():
                yield text
                return
