package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;
import io.weir.api.write.WriteResult;
import io.weir.client.call.Call;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/**
 * Pipelines that a test answers. Each frame is one byte long, and the test runs the turns of the
 * loop.
 */
abstract class ServedPipelines {

  static final Duration PATIENCE = Duration.ofMillis(2);
  static final Duration INSTANT = Duration.ofNanos(1);
  static final WriteResult DONE = new WriteResult(7);

  final List<Served> served = new ArrayList<>();
  final List<Sinks.One<WriteResult>> alone = new ArrayList<>();
  private final Queue<Runnable> loop = new ArrayDeque<>();
  final AtomicInteger idle = new AtomicInteger();
  VirtualTimeScheduler clock = VirtualTimeScheduler.create();
  private final PipelineCapacity capacity = new PipelineCapacity(10_000, 100);
  final Pipelines pipelines = over(capacity);

  Pipelines over(PipelineCapacity bounds) {
    return new Pipelines(
        bounds,
        PATIENCE,
        () -> clock,
        pipeline -> new Served(pipeline).answers(),
        gone -> idle.incrementAndGet());
  }

  void turn() {
    for (var task = loop.poll(); task != null; task = loop.poll()) {
      task.run();
    }
  }

  int sent() {
    return served.stream().mapToInt(Served::sent).sum();
  }

  List<Mono<WriteResult>> add(int count) {
    return add(pipelines, count);
  }

  List<Mono<WriteResult>> add(Pipelines place, int count) {
    var outcomes = new ArrayList<Mono<WriteResult>>();
    for (var i = 0; i < count; i++) {
      var one = piped(1);
      outcomes.add(one.outcome());
      place.add(one);
    }
    return outcomes;
  }

  PipelinedOperation<WriteResult> piped(int frameBytes) {
    var itself = Sinks.<WriteResult>one();
    return new PipelinedOperation<>(
        Call.under(Context.empty()),
        new byte[frameBytes],
        ExpectedFrame.RESULT,
        itself.asMono().doOnSubscribe(sent -> alone.add(itself)),
        () -> Long.MIN_VALUE);
  }

  /** One pipeline as the service sees it. */
  final class Served {

    final Pipeline pipeline;
    final List<Integer> chunks = new ArrayList<>();
    final Sinks.Many<Frame> answers = Sinks.many().unicast().onBackpressureBuffer();
    private BaseSubscriber<ByteBuf> body;
    boolean isFinished;
    private boolean isLimited;

    Served(Pipeline pipeline) {
      this.pipeline = pipeline;
      served.add(this);
    }

    Flux<Frame> answers() {
      return answers.asFlux().doOnSubscribe(any -> begin());
    }

    void beginAgain() {
      body.cancel();
      begin();
    }

    /** Takes only requested chunks from now on, and requests {@code count} of them. */
    void demand(int count) {
      if (!isLimited) {
        isLimited = true;
        body.cancel();
        begin();
      }
      body.request(count);
    }

    void answerWithDone(int count) {
      for (var i = 0; i < count; i++) {
        answer(new Frame.Result(DONE));
      }
    }

    void answer(Frame frame) {
      answers.tryEmitNext(frame).orThrow();
    }

    boolean isCut() {
      return answers.currentSubscriberCount() == 0;
    }

    int sent() {
      return chunks.stream().mapToInt(bytes -> bytes).sum();
    }

    private void begin() {
      body = new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          if (!isLimited) {
            requestUnbounded();
          }
        }

        @Override
        protected void hookOnNext(ByteBuf chunk) {
          chunks.add(chunk.readableBytes());
        }

        @Override
        protected void hookOnComplete() {
          isFinished = true;
        }
      };
      pipeline.chunks(loop::add).subscribe(body);
    }
  }
}
