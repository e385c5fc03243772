package io.weir.server.stream;

import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.Optional;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;

/**
 * Work that makes one answer and may take long: empty items each second say that it goes on, and
 * the last item is the answer. Items that are not requested are left out. A cancellation cancels
 * the work.
 *
 * <p>Runs on: the loop, on which the work must signal too.
 */
final class ReportedWork<T> {

  static final Duration PERIOD = Duration.ofSeconds(1);

  private final FluxSink<Optional<T>> sink;
  private final Loop loop;
  private boolean ended;

  private ReportedWork(FluxSink<Optional<T>> sink, Loop loop) {
    this.sink = sink;
    this.loop = loop;
  }

  static <T> Flux<Optional<T>> of(Mono<T> work, Loop loop) {
    return Flux.create(sink -> new ReportedWork<T>(sink, loop).begin(work));
  }

  private void begin(Mono<T> work) {
    Disposable begun = work.contextWrite(sink.contextView())
        .subscribe(answer -> sink.next(Optional.of(answer)), sink::error, sink::complete);
    sink.onDispose(
        () -> { // also after the answer
          ended = true;
          begun.dispose();
        });
    reportLater();
  }

  private void reportLater() {
    loop.schedule(PERIOD, () -> {
      if (!ended) {
        if (sink.requestedFromDownstream() > 0) {
          sink.next(Optional.empty());
        }
        reportLater();
      }
    });
  }
}
