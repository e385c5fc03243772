package io.weir.cli.copy;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The ranges of one table's keys, and which of them are being copied. They cover all keys at any
 * time. Any thread.
 *
 * <p>A range has a number for its whole life. When it is cut, its upper part becomes a range of its
 * own.
 */
final class TableRanges {

  /** The keys of a range in which it may be cut: partitions above the lower one, up to the end. */
  record Cuttable(int range, String lower, Optional<String> upper) {}

  /**
   * A range and its worker.
   *
   * @param read the highest partition that was read; empty for a range that nobody copies
   */
  private record Part(CopyRange range, Optional<String> read) {

    boolean isFree() {
      return !range.done() && read.isEmpty();
    }

    Part claimed() {
      return reading(range.after().map(EntityKey::partitionKey).orElse(range.from()));
    }

    Part reading(String partition) {
      return new Part(range, Optional.of(partition));
    }

    Part as(CopyRange next) {
      return new Part(next, read);
    }

    boolean hasAhead(String partition) {
      return read.filter(lower -> partition.compareTo(lower) > 0).isPresent()
          && range.end().filter(end -> partition.compareTo(end) >= 0).isEmpty();
    }

    boolean holds(Entity entity) {
      return range
          .end()
          .filter(end -> entity.partitionKey().compareTo(end) >= 0)
          .isEmpty();
    }
  }

  /** Replaced as a whole by each change. */
  private final AtomicReference<List<Part>> parts;

  /** Takes over the ranges of an earlier run; none for a table whose copy begins. */
  TableRanges(Collection<CopyRange> known) {
    var ranges = known.isEmpty() ? List.of(CopyRange.ALL) : known;
    parts = new AtomicReference<>(
        ranges.stream().map(range -> new Part(range, Optional.empty())).toList());
  }

  private List<Part> now() {
    return Objects.requireNonNull(parts.get());
  }

  /** Returns the ranges as they are now. */
  List<CopyRange> all() {
    return now().stream().map(Part::range).toList();
  }

  CopyRange range(int number) {
    return now().get(number).range();
  }

  boolean isDone() {
    return all().stream().allMatch(CopyRange::done);
  }

  /** Returns the number of a range that nobody copied, and marks it as being copied. */
  Optional<Integer> claim() {
    while (true) {
      var before = now();
      var free = firstFree(before);
      if (free.isEmpty()) {
        return Optional.empty();
      }
      var number = free.getAsInt();
      if (parts.compareAndSet(before, with(before, number, Part::claimed))) {
        return Optional.of(number);
      }
    }
  }

  private static OptionalInt firstFree(List<Part> parts) {
    return IntStream.range(0, parts.size())
        .filter(number -> parts.get(number).isFree())
        .findFirst();
  }

  /** Returns where the ranges that are being copied may be cut. */
  List<Cuttable> cuttable() {
    var now = now();
    return IntStream.range(0, now.size())
        .boxed()
        .flatMap(number -> now.get(number).read().stream()
            .map(lower -> new Cuttable(number, lower, now.get(number).range().end())))
        .toList();
  }

  /**
   * Cuts a range before a partition and claims the upper part. Empty if the partition was read
   * meanwhile, or belongs to another range now.
   */
  Optional<Integer> cut(int number, String partition) {
    while (true) {
      var before = now();
      var whole = before.get(number);
      if (!whole.hasAhead(partition)) {
        return Optional.empty();
      }
      var upper = new CopyRange(partition, Optional.empty(), whole.range().end(), 0, false);
      var after =
          new ArrayList<>(with(before, number, part -> part.as(part.range().endingAt(partition))));
      after.add(new Part(upper, Optional.of(partition)));
      if (parts.compareAndSet(before, List.copyOf(after))) {
        return Optional.of(before.size());
      }
    }
  }

  /**
   * Returns the entities of a page that belong to the range, which cannot be cut below them any
   * more.
   */
  List<Entity> within(int number, List<Entity> page) {
    while (true) {
      var before = now();
      var part = before.get(number);
      var inside = page.stream().filter(part::holds).toList();
      if (inside.isEmpty()) {
        return inside;
      }
      var last = inside.get(inside.size() - 1).partitionKey();
      if (parts.compareAndSet(before, with(before, number, each -> each.reading(last)))) {
        return inside;
      }
    }
  }

  /** Notes that all entities up to a key are stored. */
  void stored(int number, EntityKey last, long entities) {
    update(number, part -> part.as(part.range().stored(last, entities)));
  }

  /** Notes that all entities of a range are stored. */
  void finished(int number) {
    update(number, part -> new Part(part.range().finished(), Optional.empty()));
  }

  private void update(int number, UnaryOperator<Part> change) {
    for (var before = now();
        !parts.compareAndSet(before, with(before, number, change));
        before = now()) {
      Thread.onSpinWait();
    }
  }

  private static List<Part> with(List<Part> before, int number, UnaryOperator<Part> change) {
    var after = new ArrayList<>(before);
    after.set(number, change.apply(before.get(number)));
    return List.copyOf(after);
  }
}
