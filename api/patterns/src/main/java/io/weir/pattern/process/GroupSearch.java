package io.weir.pattern.process;

import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedCursor;
import io.weir.api.follow.Patience;
import java.util.HashSet;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Looks for partition groups that have no lease yet: the work of the frontier's owner.
 *
 * <p>Follows the feed of all groups but the known ones. The first change of an unknown group adds
 * its lease, with the place before the change as its position, before the frontier moves past the
 * change. Every group with a change below the frontier's position therefore has a lease, and no
 * lease begins after a change of its group. An owner that has lost the frontier may still add a
 * group: the group's place is right, and if the group is known already the addition has no effect.
 *
 * <p>Signals are serial.
 */
final class GroupSearch implements GroupWork {

  private final TableService service;
  private final ProcessorTable table;
  private final ProcessorOptions options;
  private final Patience patience;
  private final Set<Integer> known;

  GroupSearch(
      TableService service,
      ProcessorTable table,
      ProcessorOptions options,
      Patience patience,
      Set<Integer> known) {
    this.service = service;
    this.table = table;
    this.options = options;
    this.patience = patience;
    this.known = new HashSet<>(known);
  }

  @Override
  public Mono<Void> follow(Progress progress, Mono<Void> stop) {
    return FeedCursor.over(this::ofUnknownGroups, ChunkBoundary.ITEMS)
        .with(patience)
        .until(stop)
        .follow(progress, item -> search(item.last(), progress))
        .takeUntil(found -> found) // the feed goes on without the group
        .reduce(false, (any, found) -> found)
        .flatMap(found -> found ? follow(progress, stop) : Mono.empty());
  }

  private Flux<FeedItem> ofUnknownGroups(FeedStart from) {
    return service.changes(options.scope().in(FeedGroups.except(known)), from);
  }

  /** Emits true when the item's group was unknown. */
  private Mono<Boolean> search(FeedItem item, Progress progress) {
    return item instanceof FeedItem.GroupEffect effect && !known.contains(effect.partitionGroup())
        ? table
            .add(effect.partitionGroup(), progress.place().from())
            .then(Mono.fromCallable(() -> known.add(effect.partitionGroup())))
        : Mono.just(false);
  }
}
