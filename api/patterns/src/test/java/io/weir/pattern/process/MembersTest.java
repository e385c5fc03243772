package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.pattern.process.ProcessorEvent.GroupLost;
import io.weir.pattern.process.ProcessorEvent.GroupOwned;
import io.weir.pattern.process.ProcessorEvent.Loss;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Several members: shares, takeovers, fencing. */
final class MembersTest extends ProcessorRig {

  /** Writes a change in each of eight groups: with the frontier, nine leases. */
  private void writeEverywhere() {
    for (var group = 0; group < 8; group++) {
      write(group);
    }
  }

  @Test
  void sharesStayEqualWhileMembersComeAndGo() {
    writeEverywhere();
    var first = start();
    advance(RENEWAL.multipliedBy(2));
    assertThat(shares().values()).containsExactly(9);

    start();
    advance(RENEWAL.multipliedBy(6));
    assertThat(shares().values()).containsExactlyInAnyOrder(5, 4);

    var third = start();
    advance(RENEWAL.multipliedBy(6));
    assertThat(shares().values()).containsExactlyInAnyOrder(3, 3, 3);

    first.stop();
    third.kill();
    writeEverywhere();
    advance(LEASE.multipliedBy(4));
    assertThat(shares()).containsExactly(Map.entry("m1", 9));
    assertThat(state().members()).hasSize(1);
    for (var group = 0; group < 8; group++) {
      assertThat(handledByAny(group)).containsAll(written(group));
    }
  }

  private List<String> handledByAny(int group) {
    return runners.stream().flatMap(runner -> runner.rows(group).stream()).toList();
  }

  /** With one lease there is nothing to steal. */
  @Test
  void aLeaseIsTakenOnlyAfterItWasNotRenewedForItsDuration() {
    var first = start();
    advance(RENEWAL.multipliedBy(2));
    first.kill();
    var second = start();

    advance(LEASE.minusMillis(1));
    assertThat(second.events(GroupOwned.class)).isEmpty();
    advance(RENEWAL);

    assertThat(second.events(GroupOwned.class))
        .singleElement()
        .satisfies(owned -> assertThat(owned.epoch()).isEqualTo(2));
  }

  @Test
  void aTakeoverRepeatsFromTheStoredPositionOnly() {
    for (var i = 0; i < 10; i++) {
      write(0);
    }
    var first = start(options().positions(4, Duration.ofMinutes(1)), batch -> Mono.empty());
    advance(RENEWAL.multipliedBy(2));
    for (var i = 0; i < 10; i++) {
      write(0);
    }
    first.kill();
    var stored = first.events(ProcessorEvent.PositionWritten.class).stream()
        .filter(event -> event.partitionGroup() == 0)
        .mapToLong(ProcessorEvent.PositionWritten::handled)
        .max()
        .orElseThrow();
    var second = start();
    advance(LEASE.plus(RENEWAL));

    assertThat(stored).isPositive();
    assertThat(second.rows(0)).isEqualTo(written(0).subList((int) stored, 20));
  }

  @Test
  void aMemberWithoutAConnectionStopsBeforeItsLeaseIsTaken() {
    write(0);
    var cancelled = new HashSet<String>();
    for (var name : List.of("m0", "m1")) {
      start(options(), batch -> Mono.<Void>never().doOnCancel(() -> cancelled.add(name)));
    }
    advance(RENEWAL.multipliedBy(6));
    assertThat(shares().values()).containsExactly(1, 1);
    var owner = ownerOf(0);
    var other = runners.get(1 - runners.indexOf(owner));
    cancelled.clear();
    var owned = other.events(GroupOwned.class).size();

    owner.link.cut();
    while (other.events(GroupOwned.class).size() == owned) {
      assertThat(owner.isRunning()).isTrue();
      advance(Duration.ofMillis(100));
    }

    assertThat(cancelled).containsExactly(owner.name);
    assertThat(owner.events(GroupLost.class))
        .last()
        .satisfies(lost -> assertThat(lost.loss()).isEqualTo(Loss.EXPIRED));
  }

  private Runner ownerOf(int group) {
    var lease = state().leases().stream()
        .filter(each -> each.group() == group)
        .findAny()
        .orElseThrow();
    return runners.stream()
        .filter(each -> each.name.equals(lease.owner()))
        .findAny()
        .orElseThrow();
  }

  @Test
  void aZombieCannotMoveThePosition() {
    write(0);
    start().kill();
    var table = new ProcessorTable(service, LEASES, "copy");
    table.add(0, FeedStart.BEGINNING).block();
    var free =
        state().leases().stream().filter(lease -> lease.group() == 0).findAny().orElseThrow();
    var zombie = table.take(free, "zombie").block();
    var owner = table.take(zombie, "owner").block();
    var place = Position.at(FeedStart.after(new FeedToken("P1")));
    owner = table.write(owner, owner.renewed(), place).block();

    StepVerifier.create(table.write(
            zombie, zombie.renewed(), Position.at(FeedStart.after(new FeedToken("P9")))))
        .verifyError(LeaseLost.class);
    StepVerifier.create(table.write(zombie, zombie.released())).verifyError(LeaseLost.class);

    assertThat(table.position(0).block()).isEqualTo(place);
    assertThat(owner.epoch()).isEqualTo(zombie.epoch() + 1);
  }

  /** The work on changes that a test lets end one by one. */
  private static final class HeldWork {

    private final List<String> begun = new ArrayList<>();
    private final List<String> cancelled = new ArrayList<>();
    private final ArrayDeque<Sinks.Empty<Void>> held = new ArrayDeque<>();

    Mono<Void> handle(ChangeBatch batch) {
      var row = ((FeedItem.Change) batch.items().get(0)).key().rowKey();
      var end = Sinks.<Void>empty();
      begun.add(row);
      held.add(end);
      return end.asMono().doOnCancel(() -> cancelled.add(row));
    }

    void endOne() {
      held.remove().tryEmitEmpty().orThrow();
    }
  }

  private Lease lease(int group) {
    return state().leases().stream()
        .filter(each -> each.group() == group)
        .findAny()
        .orElseThrow();
  }

  /**
   * With a position after each change, the member learns of the theft at the end of the batch in
   * hand.
   */
  @Test
  void aMemberWhoseLeaseWasStolenStopsAtTheEndOfItsBatch() {
    for (var i = 0; i < 3; i++) {
      write(0);
    }
    var work = new HeldWork();
    var victim = start(options().positions(1, Duration.ofMinutes(1)), work::handle);
    advance(RENEWAL.multipliedBy(2));
    work.endOne();
    var table = new ProcessorTable(service, LEASES, "copy");
    var stored = table.position(0).block();
    assertThat(work.begun).isEqualTo(written(0).subList(0, 2));

    table.take(lease(0), "thief").block();
    work.endOne();
    advance(Duration.ofMillis(1));

    assertThat(victim.events(GroupLost.class))
        .extracting(GroupLost::loss)
        .containsExactly(Loss.TAKEN);
    assertThat(work.begun).as("begun batches").isEqualTo(written(0).subList(0, 2));
    assertThat(table.position(0).block()).isEqualTo(stored);
    assertThat(lease(0).owner()).isEqualTo("thief");
  }

  /**
   * Without a position to write, the member learns of the theft when it renews its lease, and
   * cancels the batch in hand.
   */
  @Test
  void aMemberWhoseLeaseWasStolenCancelsItsBatchAtItsNextRenewal() {
    for (var i = 0; i < 3; i++) {
      write(0);
    }
    var work = new HeldWork();
    var victim = start(options(), work::handle);
    advance(RENEWAL.multipliedBy(2));
    var table = new ProcessorTable(service, LEASES, "copy");
    var stored = table.position(0).block();
    assertThat(work.begun).isEqualTo(written(0).subList(0, 1));

    table.take(lease(0), "thief").block();
    advance(RENEWAL);

    assertThat(work.cancelled).isEqualTo(written(0).subList(0, 1));
    assertThat(victim.events(GroupLost.class))
        .extracting(GroupLost::loss)
        .containsExactly(Loss.TAKEN);
    assertThat(work.begun).as("begun batches").hasSize(1);
    assertThat(table.position(0).block()).isEqualTo(stored);
    assertThat(lease(0).owner()).isEqualTo("thief");
  }

  @Test
  void anOwnerGoesOnAfterAWriteWhoseOutcomeItDoesNotKnow() {
    start().kill();
    var table = new ProcessorTable(service, LEASES, "copy");
    table.add(0, FeedStart.BEGINNING).block();
    var free =
        state().leases().stream().filter(lease -> lease.group() == 0).findAny().orElseThrow();
    var taken = table.take(free, "owner").block();
    table.write(taken, taken.renewed()).block(); // the answer is lost

    var renewed = table.write(taken, taken.renewed()).block();

    assertThat(renewed.epoch()).isEqualTo(taken.epoch());
    assertThat(renewed.counter()).isEqualTo(taken.counter() + 2);
  }

  @Test
  void aMemberOfTheSameLeaseTakesItBackWithAHigherEpoch() {
    write(0);
    var first = start();
    advance(RENEWAL.multipliedBy(2));
    var before = first.events(GroupOwned.class).size();
    var table = new ProcessorTable(service, LEASES, "copy");
    var lease =
        state().leases().stream().filter(each -> each.group() == 0).findAny().orElseThrow();
    table.take(lease, "m0").block();
    advance(RENEWAL.multipliedBy(3));

    assertThat(first.events(GroupLost.class))
        .extracting(GroupLost::loss)
        .containsExactly(Loss.TAKEN);
    assertThat(first.events(GroupOwned.class)).hasSize(before + 1);
  }
}
