package io.weir.pattern.process;

import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.error.ChangesLostException;
import java.util.HashSet;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Looks for partition groups that have no lease yet: the work of the frontier's owner.
 *
 * <p>Follows the feed of all groups but the known ones. The first change of an unknown group adds its lease, with the place before the change as
 * its position, before the frontier moves past the change. Every group with a change below the frontier's position therefore has a lease, and
 * no lease begins after a change of its group. An owner that has lost the frontier may still add a group: the group's place is right, and if the
 * group is known already the addition has no effect.
 *
 * <p>Signals are serial.
 */
final class GroupSearch implements GroupWork {

  private final TableService service;
  private final ProcessorTable table;
  private final ProcessorOptions options;
  private final Faults faults;
  private final Set<Integer> known;

  GroupSearch(
      TableService service,
      ProcessorTable table,
      ProcessorOptions options,
      Faults faults,
      Set<Integer> known) {
    this.service = service;
    this.table = table;
    this.options = options;
    this.faults = faults;
    this.known = new HashSet<>(known);
  }

  @Override
  public Mono<Void> follow(Progress progress, Mono<Void> stop) {
    return Flux.defer(() -> service.changes(
            options.scope().in(FeedGroups.except(known)), progress.place().from()))
        .takeUntilOther(stop)
        .concatMap(item -> item.dispatch(new Passing(progress)), 0)
        .takeUntil(found -> found) // the feed goes on without the group
        .onErrorResume(ChangesLostException.class, lost -> restart(lost, progress))
        .retryWhen(faults.patience())
        .reduce(false, (any, found) -> found)
        .flatMap(found -> found ? follow(progress, stop) : Mono.empty());
  }

  private Mono<Boolean> restart(ChangesLostException lost, Progress progress) {
    if (!options.restartAtBeginning()) {
      return Mono.error(lost);
    }
    options.listener().accept(new ProcessorEvent.ChangesLost(ProcessorEvent.FRONTIER));
    progress.restart(FeedStart.BEGINNING);
    return Mono.just(true);
  }

  /** Emits true when the item's group was unknown. */
  private final class Passing implements FeedItem.Handler<Mono<Boolean>> {

    private final Progress progress;

    Passing(Progress progress) {
      this.progress = progress;
    }

    private Mono<Boolean> changed(FeedItem item, int group) {
      if (!known.contains(group)) {
        return table
            .add(group, progress.place().from())
            .then(Mono.fromCallable(() -> known.add(group)));
      }
      return Mono.fromCallable(() -> {
        progress.passed(item.token());
        return false;
      });
    }

    @Override
    public Mono<Boolean> change(FeedItem.Change item) {
      return changed(item, item.partitionGroup());
    }

    @Override
    public Mono<Boolean> rangeRemoved(FeedItem.RangeRemoved item) {
      return changed(item, item.partitionGroup());
    }

    @Override
    public Mono<Boolean> tableDropped(FeedItem.TableDropped item) {
      return Mono.fromCallable(() -> {
        if (options.scope().table().isPresent()) {
          progress.ended(item.token());
        } else {
          progress.passed(item.token());
        }
        return false;
      });
    }

    @Override
    public Mono<Boolean> checkpoint(FeedItem.Checkpoint item) {
      return Mono.fromCallable(() -> {
        progress.passed(item.token());
        return false;
      });
    }
  }
}
