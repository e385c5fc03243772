package io.weir.pattern.process;

import io.weir.pattern.process.ProcessorEvent.Loss;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * The work on a group from the moment its lease is taken to the moment it is lost or handed back.
 */
final class GroupOwnership {

  private final Lease taken;
  private final GroupWork work;
  private final Progress progress;
  private final LeaseKeeper keeper;
  private final Consumer<ProcessorEvent> listener;

  GroupOwnership(
      Lease taken,
      GroupWork work,
      Progress progress,
      LeaseKeeper keeper,
      Consumer<ProcessorEvent> listener) {
    this.taken = taken;
    this.work = work;
    this.progress = progress;
    this.keeper = keeper;
    this.listener = listener;
  }

  int group() {
    return taken.group();
  }

  /**
   * Works until the lease is lost, until the table of the feed is dropped, or until {@code stop}
   * has completed and the begun batch is done. In the last two cases it writes the position and
   * hands the lease back.
   */
  Mono<Void> run(Mono<Void> stop) {
    return Mono.defer(() -> {
      listener.accept(
          new ProcessorEvent.GroupOwned(group(), taken.epoch(), progress.place().from()));
      var done = work.follow(progress, stop).thenReturn(Optional.<Loss>empty());
      var lost = keeper.keep().map(Optional::of);
      return Mono.firstWithSignal(done, lost).flatMap(this::end);
    });
  }

  private Mono<Void> end(Optional<Loss> loss) {
    var ended = loss.isPresent()
        ? Mono.just(loss)
        : keeper.release().map(Optional::of).defaultIfEmpty(Optional.empty());
    return ended
        .doOnNext(reason -> listener.accept(
            reason.isPresent()
                ? new ProcessorEvent.GroupLost(group(), reason.get())
                : new ProcessorEvent.GroupReleased(group())))
        .then();
  }
}
