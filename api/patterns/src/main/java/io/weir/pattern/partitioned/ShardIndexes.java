package io.weir.pattern.partitioned;

import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The indexes of a table in all its shards, as one list. */
final class ShardIndexes {

  private ShardIndexes() {}

  /**
   * Returns an index for each name. It is readable if it is so in all shards, and failed if it has
   * failed in one. A shard that lacks it, because its creation was interrupted, counts as one whose
   * backfill has not begun.
   *
   * @param shards the indexes of each shard
   */
  static List<IndexStatus> merged(List<List<IndexStatus>> shards) {
    return shards.stream()
        .flatMap(List::stream)
        .collect(Collectors.groupingBy(each -> each.definition().name()))
        .values()
        .stream()
        .map(parts -> merged(parts, shards.size()))
        .sorted(Comparator.comparing(each -> each.definition().name().value()))
        .toList();
  }

  private static IndexStatus merged(List<IndexStatus> parts, int shards) {
    IndexDefinition definition = parts.get(0).definition();
    var state = state(parts, shards);
    return new IndexStatus(
        definition,
        state,
        state == IndexState.READABLE
            ? 1
            : parts.stream().mapToDouble(IndexStatus::progress).sum() / shards,
        parts.stream().mapToLong(IndexStatus::entries).sum(),
        parts.stream().mapToLong(IndexStatus::bytes).sum(),
        parts.stream()
            .map(IndexStatus::duplicate)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null),
        state == IndexState.BACKFILLING && parts.stream().anyMatch(IndexStatus::waiting));
  }

  private static IndexState state(List<IndexStatus> parts, int shards) {
    if (parts.stream().anyMatch(part -> part.state() == IndexState.FAILED)) {
      return IndexState.FAILED;
    }
    var readable =
        parts.stream().filter(part -> part.state() == IndexState.READABLE).count();
    return readable == shards ? IndexState.READABLE : IndexState.BACKFILLING;
  }
}
