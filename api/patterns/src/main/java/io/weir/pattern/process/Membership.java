package io.weir.pattern.process;

import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.follow.Patience;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One running member: its rounds and the groups that it owns.
 *
 * <p>In each round it gives a sign of life, reads all rows, and takes the leases that it is due.
 * Rounds follow each other; the fields belong to them. {@code held} is also written by owned groups
 * that end.
 */
final class Membership {

  private final String name;
  private final TableService service;
  private final ProcessorTable table;
  private final ProcessorOptions options;
  private final BatchAttempts attempts;
  private final Patience patience;
  private final LeaseObservations observations;
  private final Set<Integer> held = ConcurrentHashMap.newKeySet();
  private long beat;
  private boolean ended;

  Membership(
      TableService service,
      ProcessorTable table,
      ProcessorOptions options,
      BatchAttempts attempts,
      Patience patience) {
    this.name = options.environment().memberNames().get();
    this.service = service;
    this.table = table;
    this.options = options;
    this.attempts = attempts;
    this.patience = patience;
    this.observations = new LeaseObservations(
        options.environment().nanoClock(), options.leaseDuration().toNanos());
  }

  /**
   * Works until {@code stop} completes, or until the drop of the feed's table was handled in all
   * groups. Subscribed to once.
   */
  Mono<Void> run(Mono<Void> stop) {
    return begin()
        .retryWhen(patience.retry())
        .thenMany(rounds(stop))
        .flatMap(
            owned -> owned.run(stop).doFinally(signal -> held.remove(owned.group())),
            Integer.MAX_VALUE)
        .then(Mono.defer(this::leave));
  }

  /** Creates the tables and the processor's first rows, unless another member has. */
  private Mono<Void> begin() {
    return ProcessorTable.require(service, options.leases())
        .then(ProcessorTable.require(service, options.deadLetters()))
        .then(Mono.defer(table::read))
        .flatMap(state -> state.isBegun() ? Mono.<Void>empty() : addFrontier());
  }

  private Mono<Void> addFrontier() {
    return firstPlace().flatMap(place -> table.add(ProcessorEvent.FRONTIER, place));
  }

  /**
   * Returns the start; instead of "now", the place that is now, so that it stays the same for all
   * members.
   */
  private Mono<FeedStart> firstPlace() {
    return options.start().equals(FeedStart.NOW)
        ? service
            .changes(options.scope(), FeedStart.NOW)
            .next()
            .map(checkpoint -> FeedStart.after(checkpoint.token()))
        : Mono.just(options.start());
  }

  private Flux<GroupOwnership> rounds(Mono<Void> stop) {
    return Flux.defer(this::round)
        .repeatWhen(
            rounds -> rounds.concatMap(owned -> isFurtherRoundDue(stop)).takeWhile(isDue -> isDue));
  }

  private Mono<Boolean> isFurtherRoundDue(Mono<Void> stop) {
    var pause =
        Mono.delay(LeaseKeeper.renewalPace(options), options.environment().timers());
    return ended
        ? Mono.just(false)
        : Mono.firstWithSignal(pause.thenReturn(true), stop.thenReturn(false));
  }

  private Flux<GroupOwnership> round() {
    return table
        .beat(name, ++beat)
        .then(Mono.defer(table::read))
        .flatMapMany(this::takePart)
        .onErrorResume(Patience::mayPass, failure -> {
          options.listener().accept(new ProcessorEvent.ServiceFailing(failure));
          return Flux.empty();
        });
  }

  private Flux<GroupOwnership> takePart(ProcessorState state) {
    if (!state.isBegun()) {
      return Flux.error(
          new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "reason=processorRowsRemoved"));
    }
    ended = state.hasEnded();
    var view = view(state);
    return Flux.fromIterable(view.dead())
        .concatMap(table::forget)
        .thenMany(Flux.fromIterable(view.wanted()))
        .concatMap(lease -> take(lease, state));
  }

  /** What a round does about the rows. */
  private record View(Set<ProcessorState.Member> dead, List<Lease> wanted) {}

  private View view(ProcessorState state) {
    var present = new HashSet<Object>();
    var dead = new HashSet<ProcessorState.Member>();
    var others = new HashSet<String>();
    for (var member : state.members()) {
      present.add(member.name());
      if (!member.name().equals(name)) {
        if (observations.isExpired(member.name(), member.beat())) {
          dead.add(member);
        } else {
          others.add(member.name());
        }
      }
    }
    var expired = new HashSet<Integer>();
    for (var lease : state.leases()) {
      present.add(lease.group());
      if (observations.isExpired(lease.group(), lease.renewal())) {
        expired.add(lease.group());
      }
    }
    observations.retain(present);
    var open = state.leases().stream()
        .filter(lease -> !state.ended().contains(lease.group()))
        .toList();
    return new View(dead, new Balance(name, Set.copyOf(held), others).wanted(open, expired));
  }

  private Mono<GroupOwnership> take(Lease lease, ProcessorState state) {
    return Mono.defer(() -> {
      var before = options.environment().nanoClock().getAsLong();
      return table
          .take(lease, name)
          .flatMap(taken -> table
              .position(taken.group())
              .flatMap(position -> begin(taken, position, state, before)));
    });
  }

  private Mono<GroupOwnership> begin(
      Lease taken, Position position, ProcessorState state, long before) {
    if (position.ended()) {
      return table
          .write(taken, taken.released())
          .onErrorResume(LeaseLost.class, lost -> Mono.empty())
          .then(Mono.empty());
    }
    held.add(taken.group());
    var progress = new Progress(taken.group(), position.from(), options);
    var keeper = new LeaseKeeper(table, progress, options, patience, taken, before);
    return Mono.just(new GroupOwnership(
        taken, work(taken.group(), state), progress, keeper, options.listener()));
  }

  private GroupWork work(int group, ProcessorState state) {
    if (group != ProcessorEvent.FRONTIER) {
      return new GroupHandling(group, service, options, attempts, patience);
    }
    var known = state.leases().stream()
        .map(Lease::group)
        .filter(each -> each != ProcessorEvent.FRONTIER)
        .collect(Collectors.toSet());
    return new GroupSearch(service, table, options, patience, known);
  }

  /** Removes the sign of life. If it cannot, the others remove it after the lease duration. */
  private Mono<Void> leave() {
    return table.leave(name).onErrorResume(Patience::mayPass, failure -> {
      options.listener().accept(new ProcessorEvent.ServiceFailing(failure));
      return Mono.empty();
    });
  }
}
