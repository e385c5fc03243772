package io.weir.pattern.partitioned;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pages of several shards as one page.
 *
 * <p>A shard whose page has a continuation has read up to that place only. The merged page ends at
 * the first such place, or after the most entities of a page; what the shards have read beyond is
 * read again with the next page.
 */
final class MergedPage {

  private MergedPage() {}

  static Page<Entity> of(Query query, List<Page<Entity>> pages) {
    var order = keys(query.direction());
    var end = pages.stream()
        .flatMap(page -> Optional.ofNullable(page.next()).stream())
        .min(places(query.direction()));
    var all = pages.stream()
        .flatMap(page -> page.items().stream())
        .filter(entity -> end.isEmpty() || isBefore(entity.key(), end.get(), order))
        .sorted(Comparator.comparing(Entity::key, order))
        .toList();
    var most = Math.min(query.top(), Page.MAX_ITEMS);
    var items = all.size() > most ? all.subList(0, most) : all;
    return new Page<>(items, next(query, all, items, end), report(pages, items));
  }

  private static @Nullable Continuation next(
      Query query, List<Entity> all, List<Entity> items, Optional<Continuation> end) {
    if (query.top() == 0) {
      return null;
    }
    return items.size() < all.size()
        ? Continuation.after(items.get(items.size() - 1).key(), query.direction())
        : end.map(place -> new Continuation(place.key(), place.inclusive(), query.direction()))
            .orElse(null);
  }

  private static QueryReport report(List<Page<Entity>> pages, List<Entity> items) {
    return ShardReports.sum(pages.stream().map(Page::report).toList(), items.size());
  }

  private static Comparator<EntityKey> keys(Direction direction) {
    return direction == Direction.DESCENDING
        ? Comparator.reverseOrder()
        : Comparator.naturalOrder();
  }

  private static Comparator<Continuation> places(Direction direction) {
    return Comparator.comparing(Continuation::key, keys(direction))
        .thenComparing(place -> !place.inclusive());
  }

  private static boolean isBefore(EntityKey key, Continuation end, Comparator<EntityKey> order) {
    var compared = order.compare(key, end.key());
    return compared < 0 || compared == 0 && !end.inclusive();
  }
}
