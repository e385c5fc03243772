package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.NotFoundException;
import io.weir.pattern.process.ProcessorEvent.BatchFailed;
import io.weir.pattern.process.ProcessorEvent.BatchParked;
import io.weir.pattern.process.ProcessorEvent.GroupReleased;
import io.weir.pattern.process.ProcessorEvent.PositionWritten;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.publisher.TestPublisher;

/** One member: order, batches, attempts, dead letters, positions, the end. */
final class ChangeProcessorTest extends ProcessorRig {

  @Test
  void handlesTheChangesOfEachGroupInOrder() {
    write(0);
    write(1);
    var member = start();
    advance(RENEWAL.multipliedBy(2));

    for (var i = 0; i < 50; i++) {
      write(i % 3);
    }
    advance(RENEWAL.multipliedBy(2));

    for (var group = 0; group < 3; group++) {
      assertThat(member.rows(group)).isEqualTo(written(group));
    }
  }

  @Test
  void startsNowAndMissesNothingAfterThat() {
    write(0);
    var member = start(options().start(FeedStart.NOW), batch -> Mono.empty());
    write(0);
    member.kill();
    write(1);

    var next = start(options().start(FeedStart.NOW), batch -> Mono.empty());
    advance(LEASE.multipliedBy(3));

    assertThat(next.rows(0)).isEqualTo(written(0).subList(1, 2));
    assertThat(next.rows(1)).isEqualTo(written(1));
  }

  @Test
  void neverSplitsABatch() {
    var member = start();
    write(1);
    writeBatch(1, 5);
    writeBatch(1, 3);
    write(1);
    advance(RENEWAL.multipliedBy(2));

    assertThat(member.handled)
        .extracting(batch -> batch.items().size())
        .containsExactly(1, 5, 3, 1);
  }

  @Test
  void aSlowGroupWaitsAloneAndHoldsOneBatch() {
    var gate = Sinks.<Void>empty();
    var begun = new AtomicInteger();
    start(options(), batch -> {
      if (batch.partitionGroup() != 0) {
        return Mono.empty();
      }
      begun.incrementAndGet();
      return gate.asMono();
    });
    for (var i = 0; i < 20; i++) {
      write(i % 2);
    }
    advance(RENEWAL.multipliedBy(2));

    assertThat(begun).hasValue(1);
    assertThat(runners.get(0).rows(1)).isEqualTo(written(1));

    gate.tryEmitEmpty();
    assertThat(runners.get(0).rows(0)).isEqualTo(written(0));
  }

  @Test
  void handlesNoMoreGroupsAtOnceThanAllowed() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    start(
        options().concurrency(2),
        batch -> Mono.defer(() -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              return Mono.delay(Duration.ofMillis(10), time);
            })
            .doOnTerminate(running::decrementAndGet)
            .then());
    for (var i = 0; i < 40; i++) {
      write(i % 5);
    }
    advance(RENEWAL.multipliedBy(3));

    assertThat(most).hasValue(2);
    for (var group = 0; group < 5; group++) {
      assertThat(runners.get(0).rows(group)).isEqualTo(written(group));
    }
  }

  @Test
  void repeatsAFailedBatchWithGrowingPausesBeforeTheNextOne() {
    var attempts = new ArrayList<Long>();
    var member = start(options(), batch -> {
      attempts.add(time.now(TimeUnit.MILLISECONDS));
      return attempts.size() < 3 ? Mono.error(new IllegalStateException("not yet")) : Mono.empty();
    });
    write(0);
    write(0);
    advance(RENEWAL.multipliedBy(2));

    assertThat(attempts.get(1) - attempts.get(0)).isEqualTo(100);
    assertThat(attempts.get(2) - attempts.get(1)).isEqualTo(200);
    assertThat(member.events(BatchFailed.class))
        .extracting(BatchFailed::attempt)
        .containsExactly(1, 2);
    assertThat(member.rows(0)).isEqualTo(written(0));
    assertThat(letters()).isEmpty();
  }

  @Test
  void parksAPoisonChangeOnceAndGoesOn() {
    var member = start(options(), batch -> {
      var first = (FeedItem.Change) batch.items().get(0);
      if (first.key().rowKey().equals("000001")) {
        throw new IllegalStateException("poison".repeat(1_000));
      }
      return Mono.empty();
    });
    write(0);
    write(0);
    write(0);
    advance(RENEWAL.multipliedBy(2));

    assertThat(member.rows(0)).containsExactly("000000", "000002");
    assertThat(member.events(BatchParked.class))
        .extracting(BatchParked::attempts)
        .containsExactly(3);
    assertThat(letters()).singleElement().satisfies(letter -> {
      assertThat(letter.partitionKey()).isEqualTo("copy");
      assertThat(letter.getString("Table")).contains("Birds");
      assertThat(letter.getString("ChangedPartitionKey")).contains("p0");
      assertThat(letter.getString("ChangedRowKey")).contains("000001");
      assertThat(letter.getInt32("Attempts")).contains(3);
      assertThat(letter.getString("Token")).isPresent();
      assertThat(letter.getString("ErrorType")).contains("java.lang.IllegalStateException");
      assertThat(letter.getString("Error").orElseThrow()).hasSize(ParkedChanges.LONGEST_TEXT);
    });
  }

  @Test
  void parksEveryChangeOfAPoisonBatch() {
    start(options(), batch -> Mono.error(new IllegalStateException("poison")));
    writeBatch(0, 4);
    advance(RENEWAL.multipliedBy(2));

    assertThat(letters())
        .extracting(letter -> letter.getString("ChangedRowKey").orElseThrow())
        .containsExactlyInAnyOrderElementsOf(written(0));
  }

  @Test
  void writesAPositionAfterSoManyChanges() {
    var member = start(
        options().positions(10, Duration.ofMinutes(5)).idlePositions(Duration.ofMinutes(5)),
        batch -> Mono.empty());
    write(0);
    advance(RENEWAL.multipliedBy(2));
    assertThat(positions(member)).isEmpty();

    for (var i = 0; i < 8; i++) {
      write(0);
    }
    assertThat(positions(member)).isEmpty();
    write(0);

    assertThat(positions(member)).extracting(PositionWritten::handled).containsExactly(10L);
  }

  @Test
  void writesAPositionAfterSoMuchTime() {
    var member = start();
    write(0);
    advance(RENEWAL);
    var before = positions(member).size();
    write(0);
    advance(Duration.ofSeconds(2));

    assertThat(positions(member)).hasSize(before + 1);
    assertThat(positions(member).get(before).handled()).isEqualTo(2);
    assertThat(positions(member).get(before).changedAt()).isPresent();
    assertThat(positions(member).get(before).caughtUp()).isTrue();
  }

  @Test
  void movesThePositionOfAnIdleGroup() {
    var member = start(options().idlePositions(Duration.ofSeconds(20)), batch -> Mono.empty());
    write(0);
    advance(Duration.ofSeconds(10));
    var before = positions(member).size();
    write(1);
    service.checkpoint();
    advance(Duration.ofSeconds(9));
    assertThat(positions(member)).hasSize(before);
    advance(Duration.ofSeconds(20));

    assertThat(positions(member)).hasSize(before + 1);
  }

  private static List<PositionWritten> positions(Runner member) {
    return member.events(PositionWritten.class).stream()
        .filter(event -> event.partitionGroup() == 0)
        .toList();
  }

  @Test
  void stopsWithItsPositionsWrittenAndNoLeaseLeft() {
    var gate = Sinks.<Void>empty();
    var member =
        start(options(), batch -> batch.partitionGroup() == 0 ? gate.asMono() : Mono.empty());
    write(0);
    write(0);
    write(1);
    advance(RENEWAL.multipliedBy(2));

    member.stop();
    advance(LEASE.multipliedBy(2));
    assertThat(member.completed).as("waits for the begun batch").isFalse();
    assertThat(state().leases()).filteredOn(lease -> !lease.isFree()).hasSize(1);
    gate.tryEmitEmpty();

    assertThat(member.completed).isTrue();
    assertThat(member.rows(0)).isEqualTo(written(0).subList(0, 1));
    assertThat(state().leases()).hasSize(3).allMatch(Lease::isFree);
    assertThat(state().members()).isEmpty();
    assertThat(member.events(GroupReleased.class)).hasSize(3);

    var next = start();
    advance(RENEWAL);
    assertThat(next.rows(0)).as("goes on after the stop").isEqualTo(written(0).subList(1, 2));
    assertThat(next.rows(1)).isEmpty();
  }

  @Test
  void stopsInOrderAndFailsWhenItsStopSignalFails() {
    var stop = TestPublisher.<Void>create();
    write(0);
    var failures = new ArrayList<Throwable>();
    new ChangeProcessor(service, batch -> Mono.empty(), options().build())
        .run(stop)
        .subscribe(none -> {}, failures::add);
    advance(RENEWAL.multipliedBy(3));

    stop.error(new IllegalStateException("expected"));
    advance(RENEWAL);

    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void failsWhenItsChangesAreLost() {
    var member = start();
    write(0);
    advance(RENEWAL.multipliedBy(2));
    member.kill();
    write(0);
    service.forget();

    var next = start();
    advance(LEASE.multipliedBy(2));

    assertThat(next.failure).isInstanceOf(ChangesLostException.class);
    assertThat(next.rows(0)).isEmpty();
  }

  @Test
  void aFeedThatFailsLetsABegunBatchEnd() {
    var failsOnce = new AtomicBoolean();
    var begun = new AtomicInteger();
    var gate = Sinks.<Void>empty();
    write(0);
    write(0);
    var member = start(
        options(),
        batch -> {
          failsOnce.set(begun.incrementAndGet() == 1); // the feed, when it is asked for more
          return gate.asMono();
        },
        new Link(service, () -> failsOnce.getAndSet(false)));

    advance(RENEWAL.multipliedBy(2));
    assertThat(begun).as("batches that were begun").hasValue(1);
    assertThat(failsOnce).isFalse();

    gate.tryEmitEmpty();
    advance(RENEWAL);
    assertThat(begun).hasValue(2);
    assertThat(member.rows(0)).isEqualTo(written(0));
  }

  @Test
  void readsFromTheBeginningWhenItsChangesAreLostAndItMay() {
    var member = start();
    write(0);
    advance(RENEWAL.multipliedBy(2));
    member.kill();
    write(0);
    service.forget();

    var next = start(options().restartAtBeginning(), batch -> Mono.empty());
    advance(LEASE.multipliedBy(2));
    write(0);

    assertThat(next.failure).isNull();
    assertThat(next.rows(0)).isEqualTo(written(0));
    assertThat(next.events(ProcessorEvent.ChangesLost.class))
        .extracting(ProcessorEvent.ChangesLost::partitionGroup)
        .containsExactly(0);
  }

  @Test
  void endsWhenEveryGroupHasHandledTheDropOfTheTable() {
    var member = start();
    write(0);
    write(1);
    advance(RENEWAL.multipliedBy(2));
    service.deleteTable(TABLE).block();
    advance(RENEWAL.multipliedBy(2));

    assertThat(member.completed).isTrue();
    assertThat(member.handled)
        .filteredOn(batch -> batch.items().get(0) instanceof FeedItem.TableDropped)
        .extracting(ChangeBatch::partitionGroup)
        .containsExactlyInAnyOrder(0, 1);
    assertThat(state().hasEnded()).isTrue();
    assertThat(state().leases()).allMatch(Lease::isFree);
  }

  @Test
  void theFeedOfTheAccountLeavesOutWhatTheProcessorWrites() {
    var tables = new HashSet<String>();
    var options = ProcessorOptions.of("copy", FeedScope.ACCOUNT)
        .leaseDuration(LEASE)
        .timers(time, () -> time.now(TimeUnit.NANOSECONDS));
    start(options, batch -> {
      tables.add(((FeedItem.Change) batch.items().get(0)).table().value());
      return Mono.empty();
    });
    write(0);
    advance(LEASE.multipliedBy(2));

    assertThat(tables).containsExactly("Birds");
  }

  @Test
  void failsWithoutATable() {
    service.deleteTable(TABLE).block();

    var member = start();

    assertThat(member.failure).isInstanceOf(NotFoundException.class);
  }
}
