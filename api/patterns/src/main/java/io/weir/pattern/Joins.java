package io.weir.pattern;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/**
 * Joins of two sorted streams: one item of the left stream with all items of the right stream that
 * have its key.
 *
 * <p>The left stream has each key once, in ascending order. The right stream has any number of
 * items for a key, in ascending order of keys. Otherwise the join fails with
 * {@link IllegalStateException}. Both streams are read once, {@value #AHEAD} items ahead of the
 * subscriber at most; nothing else is held in memory. Immutable; any thread.
 */
public final class Joins {

  /** Items that a join reads ahead of each stream. */
  public static final int AHEAD = 32;

  private Joins() {}

  /**
   * A pair.
   *
   * @param left the item of the left stream
   * @param right the item of the right stream; empty, in an outer join, for a left item without any
   */
  public record Joined<L, R>(L left, Optional<R> right) {}

  /** Returns the pairs of items with equal keys. */
  public static <K extends Comparable<K>, L, R> Flux<Joined<L, R>> inner(
      Flux<L> left, Function<L, K> leftKey, Flux<R> right, Function<R, K> rightKey) {
    return leftOuter(left, leftKey, right, rightKey).filter(pair -> pair.right().isPresent());
  }

  /** Returns the pairs of items with equal keys, and the left items that have no partner. */
  public static <K extends Comparable<K>, L, R> Flux<Joined<L, R>> leftOuter(
      Flux<L> left, Function<L, K> leftKey, Flux<R> right, Function<R, K> rightKey) {
    return Flux.defer(() -> {
      var walk = new Walk<K, L, R>();
      Comparator<Side<K, L, R>> order = Comparator.<Side<K, L, R>, K>comparing(Side::key)
          .thenComparing(side -> side.left() == null);
      return Flux.mergeComparing(
              AHEAD,
              order,
              left.map(item -> new Side<K, L, R>(leftKey.apply(item), item, null)),
              right.map(item -> new Side<K, L, R>(rightKey.apply(item), null, item)))
          .map(Optional::of)
          .concatWithValues(Optional.empty())
          .handle((side, pairs) ->
              side.ifPresentOrElse(next -> walk.accept(next, pairs), () -> walk.end(pairs)));
    });
  }

  /** An item of one of the streams. */
  private record Side<K, L, R>(
      K key, @Nullable L left, @Nullable R right) {}

  /**
   * One subscription: the left item whose partners may still come. Each item yields one pair at
   * most.
   */
  private static final class Walk<K extends Comparable<K>, L, R> {

    private @Nullable K key;
    private @Nullable L left;
    private @Nullable K rightKey;
    private boolean hasPartner;

    void accept(Side<K, L, R> side, SynchronousSink<Joined<L, R>> pairs) {
      if (side.left() != null) {
        requireSorted(key != null && key.compareTo(side.key()) >= 0, "left", side.key());
        end(pairs);
        key = side.key();
        left = side.left();
        hasPartner = false;
      } else if (side.right() != null) {
        requireSorted(rightKey != null && rightKey.compareTo(side.key()) > 0, "right", side.key());
        rightKey = side.key();
        pair(side.key(), side.right(), pairs);
      }
    }

    private void pair(K of, R right, SynchronousSink<Joined<L, R>> pairs) {
      if (left != null && key != null && key.compareTo(of) == 0) {
        hasPartner = true;
        pairs.next(new Joined<>(left, Optional.of(right)));
      }
    }

    /** Emits the left item if it has no partner. */
    void end(SynchronousSink<Joined<L, R>> pairs) {
      if (left != null && !hasPartner) {
        pairs.next(new Joined<>(left, Optional.empty()));
      }
    }

    private void requireSorted(boolean violated, String stream, K at) {
      if (violated) {
        throw new IllegalStateException(
            "A joined stream must be sorted. stream=" + stream + " key=" + at);
      }
    }
  }
}
