package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.wire.MessageCall;
import io.weir.server.auth.QueuePermission;
import io.weir.server.queue.QueueExchange;
import io.weir.server.queue.QueuePipelines;
import io.weir.server.request.MediaType;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Verb;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Pipelines of operations on the messages of a queue: {@code POST QUEUE/$messages}. Each operation
 * is carried out as it arrives, with the rights of the pipeline's sender, and answered in order:
 * see {@link Dialect}.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class MessagePipeline implements QueuePipelines {

  /** Most operations of a pipeline in progress at the same time. */
  static final int MOST_CALLS = 128;

  @Override
  public boolean accepts(RequestHead head) {
    return head.verb() == Verb.POST
        && MediaType.parse(head.header(HttpHeaderNames.CONTENT_TYPE)).name().equals(Dialect.BINARY);
  }

  @Override
  public Publisher<Void> answer(QueueExchange exchange, QueueName queue) {
    exchange.operation("PipelineOfMessages");
    return PipelineAnswer.of(
        exchange,
        FrameLineDecoder::ofCalls,
        calls -> calls.flatMapSequentialDelayError(
            call -> call.dispatch(new Operation(exchange, queue)), MOST_CALLS, 1));
  }

  /** Carries out one operation. */
  private record Operation(QueueExchange exchange, QueueName queue)
      implements MessageCall.Handler<Mono<PipelineAnswer.Part>> {

    @Override
    public Mono<PipelineAnswer.Part> put(MessageCall.Put call) {
      return part(
          "PutMessage",
          QueuePermission.PUT,
          exchange.queues().put(queue, call.message()).map(MessageAnswer.Sent::new));
    }

    @Override
    public Mono<PipelineAnswer.Part> take(MessageCall.Take call) {
      return part(
          "GetMessages",
          QueuePermission.TAKE,
          exchange.queues().take(queue, call.take()).map(MessageAnswer.Taken::new));
    }

    @Override
    public Mono<PipelineAnswer.Part> update(MessageCall.Update call) {
      return part(
          "UpdateMessage",
          QueuePermission.UPDATE,
          exchange
              .queues()
              .update(queue, call.held(), call.update())
              .map(MessageAnswer.Renewed::new));
    }

    @Override
    public Mono<PipelineAnswer.Part> delete(MessageCall.Delete call) {
      return part(
          "DeleteMessage",
          QueuePermission.DELETE,
          exchange
              .queues()
              .deleteMessage(queue, call.held())
              .then(Mono.fromSupplier(MessageAnswer.Deleted::new)));
    }

    private Mono<PipelineAnswer.Part> part(
        String operation, QueuePermission permission, Mono<? extends MessageAnswer> work) {
      Mono<Frame> allowed = Mono.defer(() -> {
        exchange.access().require(permission, queue);
        return work.map(Frame.Answer::new);
      });
      return PipelineAnswer.part(exchange, allowed)
          .map(frame -> new PipelineAnswer.Part(operation, frame));
    }
  }
}
