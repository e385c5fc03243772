package io.weir.cli.demo;

import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The answer to a question, with the time of two runs.
 *
 * @param report the service's report on the query
 * @param tookNanos time of the first run, from subscription to the end of the answer
 * @param againNanos time of the second run, with warm code
 * @param first the first few entities
 */
record TimedAnswer(
    Question question, QueryReport report, long tookNanos, long againNanos, List<Entity> first) {

  static final int SHOWN = 4;

  /** Runs the query twice and reads the whole answer. */
  static Mono<TimedAnswer> to(Question question, TableService service, LongSupplier nanos) {
    return ask(question, service, nanos)
        .flatMap(first -> ask(question, service, nanos).map(again -> first.followedBy(again)));
  }

  private TimedAnswer followedBy(TimedAnswer again) {
    return new TimedAnswer(question, report, tookNanos, again.tookNanos, first);
  }

  private static Mono<TimedAnswer> ask(
      Question question, TableService service, LongSupplier nanos) {
    return Mono.defer(() -> {
      var listener = new Listener(question, nanos);
      return service.stream(Birdstrikes.TABLE, question.query())
          .doOnNext(item -> item.dispatch(listener))
          .then(Mono.fromSupplier(listener::answer));
    });
  }

  private static final class Listener implements StreamItem.Handler<Boolean> {

    private final Question question;
    private final LongSupplier nanos;
    private final long startedNanos;
    private final List<Entity> first = new ArrayList<>();
    private @Nullable QueryReport report;

    Listener(Question question, LongSupplier nanos) {
      this.question = question;
      this.nanos = nanos;
      this.startedNanos = nanos.getAsLong();
    }

    @Override
    public Boolean row(StreamItem.Row item) {
      return first.size() < SHOWN && first.add(item.entity());
    }

    @Override
    public Boolean progress(StreamItem.Progress item) {
      return false;
    }

    @Override
    public Boolean end(StreamItem.End item) {
      report = item.report();
      return true;
    }

    TimedAnswer answer() {
      if (report == null) {
        throw new IllegalStateException("A stream completed without its last item.");
      }
      var took = nanos.getAsLong() - startedNanos;
      return new TimedAnswer(question, report, took, took, List.copyOf(first));
    }
  }
}
