package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A followed table and members of a processor, all on the test's thread and in virtual time. */
abstract class ProcessorRig {

  static final TableName TABLE = new TableName("Birds");
  static final TableName LEASES = new TableName("WeirProcessors");
  static final TableName LETTERS = new TableName("WeirDeadLetters");
  static final Duration LEASE = Duration.ofSeconds(9);
  static final Duration RENEWAL = Duration.ofSeconds(3);

  final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  final FollowedModel service = new FollowedModel();
  final List<Runner> runners = new ArrayList<>();
  private int written;

  ProcessorRig() {
    service.createTable(TABLE).block();
  }

  @AfterEach
  final void endAll() {
    runners.forEach(Runner::kill);
    assertThat(service.feeds()).as("feeds of members that are gone").isZero();
    time.dispose();
  }

  final ProcessorOptions.Builder options() {
    return ProcessorOptions.of("copy", FeedScope.of(TABLE))
        .start(FeedStart.BEGINNING)
        .leaseDuration(LEASE)
        .positions(100, Duration.ofSeconds(2))
        .retries(new HandlerRetries(3, Duration.ofMillis(100), Duration.ofSeconds(1)))
        .random(() -> 0.5)
        .timers(time, () -> time.now(TimeUnit.NANOSECONDS));
  }

  /** Starts a member whose handler notes the batches and does nothing else. */
  final Runner start() {
    return start(options(), batch -> Mono.empty());
  }

  final Runner start(ProcessorOptions.Builder options, ChangeHandler handler) {
    return start(options, handler, new Link(service, () -> false));
  }

  final Runner start(ProcessorOptions.Builder options, ChangeHandler handler, Link link) {
    var runner = new Runner("m" + runners.size(), link);
    runners.add(runner);
    runner.start(options, handler);
    return runner;
  }

  final void advance(Duration duration) {
    time.advanceTimeBy(duration);
  }

  /** Writes a change in a group. Each change has a row of its own, in ascending order. */
  final void write(int group) {
    service.write(TABLE, upsert(group)).block();
  }

  /** Writes a batch of changes in a group. */
  final void writeBatch(int group, int changes) {
    service
        .submit(
            TABLE, new Batch(Stream.generate(() -> upsert(group)).limit(changes).toList()))
        .block();
  }

  private Write upsert(int group) {
    var entity = Entity.builder("p" + group, "%06d".formatted(written++)).build();
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }

  /** Returns the rows of the changes of a group, in the feed's order. */
  final List<String> written(int group) {
    return service.written(TABLE, group).stream().map(key -> key.rowKey()).toList();
  }

  final ProcessorState state() {
    return new ProcessorTable(service, LEASES, "copy").read().block();
  }

  /** Returns the number of leases of each owner. */
  final Map<String, Integer> shares() {
    var shares = new TreeMap<String, Integer>();
    state().leases().forEach(lease -> shares.merge(lease.owner(), 1, Integer::sum));
    return shares;
  }

  final List<Entity> letters() {
    return service.query(LETTERS, Query.ALL).collectList().block();
  }

  /** A member and what happened in it. */
  static final class Runner {

    final String name;
    final Link link;
    final List<ChangeBatch> handled = new ArrayList<>();
    final List<ProcessorEvent> events = new ArrayList<>();
    private final Sinks.Empty<Void> stop = Sinks.empty();
    private @Nullable Disposable running;

    @Nullable
    Throwable failure;

    boolean completed;

    Runner(String name, Link link) {
      this.name = name;
      this.link = link;
    }

    void start(ProcessorOptions.Builder options, ChangeHandler handler) {
      var processor = new ChangeProcessor(
          link,
          batch -> Mono.from(handler.handle(batch)).doOnSuccess(done -> handled.add(batch)),
          options.memberNames(() -> name).listener(events::add).build());
      running = processor
          .run(stop.asMono())
          .subscribe(none -> {}, failed -> failure = failed, () -> completed = true);
    }

    void stop() {
      stop.tryEmitEmpty();
    }

    /** Ends the member without a word to the others. */
    void kill() {
      if (running != null) {
        running.dispose();
      }
    }

    boolean isRunning() {
      return running != null && !running.isDisposed();
    }

    /** Returns the rows of the changes of a group that were handled, in their order. */
    List<String> rows(int group) {
      return handled.stream()
          .filter(batch -> batch.partitionGroup() == group)
          .flatMap(batch -> batch.items().stream())
          .filter(FeedItem.Change.class::isInstance)
          .map(item -> ((FeedItem.Change) item).key().rowKey())
          .toList();
    }

    <E extends ProcessorEvent> List<E> events(Class<E> kind) {
      return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
  }
}
