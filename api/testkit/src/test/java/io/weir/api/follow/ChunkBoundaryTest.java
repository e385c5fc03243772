package io.weir.api.follow;

import static io.weir.api.follow.Items.checkpoint;
import static io.weir.api.follow.Items.dropped;
import static io.weir.api.follow.Items.existing;
import static io.weir.api.follow.Items.range;
import static io.weir.api.follow.Items.removed;
import static io.weir.api.follow.Items.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedItem;
import io.weir.api.TableKey;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where each boundary cuts a feed, and what a chunk says of its items. */
final class ChunkBoundaryTest {

  /** Returns the tokens of each chunk, and those of the items that are in no chunk yet. */
  private static List<String> cut(ChunkBoundary boundary, FeedItem... items) {
    var assembly = boundary.assembly();
    return Stream.of(items)
        .flatMap(item -> assembly.apply(item).stream())
        .map(chunk ->
            chunk.items().stream().map(item -> item.token().text()).reduce("", String::concat))
        .toList();
  }

  @Test
  void eachItemIsAChunk() {
    assertThat(cut(ChunkBoundary.ITEMS, stored(1, 1, "a"), stored(2, 1, "b"), checkpoint(3)))
        .containsExactly("t1", "t2", "t3");
  }

  @Test
  void aChunkEndsWithACheckpointAlone() {
    assertThat(cut(
            ChunkBoundary.CHECKPOINTS,
            checkpoint(1),
            stored(2, 1, "a"),
            range(3),
            dropped(4),
            checkpoint(5),
            stored(6, 2, "b")))
        .containsExactly("t1", "t2t3t4t5");
  }

  @Test
  void aBatchEndsBeforeTheNextOneAndBeforeAnyOtherItem() {
    assertThat(cut(
            ChunkBoundary.BATCHES,
            stored(1, 1, "a"),
            stored(2, 1, "b"),
            stored(3, 2, "c"),
            checkpoint(4),
            stored(5, 3, "d"),
            range(6),
            stored(7, 4, "e"),
            existing(8, "f"),
            existing(9, "g"),
            stored(10, 5, "h"),
            dropped(11)))
        .containsExactly("t1t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11");
  }

  @Test
  void aRunEndsWithTheChangeThatFillsItByNumber() {
    assertThat(cut(
            ChunkBoundary.runs(2),
            stored(1, 1, "a"),
            removed(2, 1, "b"),
            stored(3, 1, "c"),
            checkpoint(4),
            range(5),
            stored(6, 2, "d"),
            stored(7, 3, "e"),
            dropped(8)))
        .containsExactly("t1t2", "t3t4", "t5", "t6t7", "t8");
  }

  @Test
  void aRunEndsWithTheChangeThatFillsItByBytes() {
    var items = IntStream.rangeClosed(1, 8).mapToObj(Items::large).toList();

    var seven = new ArrayList<>(items.subList(0, 7));
    seven.add(checkpoint(9));
    assertThat(cut(ChunkBoundary.runs(100), seven.toArray(FeedItem[]::new)))
        .containsExactly("t1t2t3t4t5t6t7t9");
    assertThat(cut(ChunkBoundary.runs(100), items.toArray(FeedItem[]::new)))
        .containsExactly("t1t2t3t4t5t6t7t8");
  }

  @Test
  void twoFeedsOfOneBoundaryShareNothing() {
    var first = ChunkBoundary.runs(2).assembly();
    var second = ChunkBoundary.runs(2).assembly();

    assertThat(first.apply(stored(1, 1, "a"))).isEmpty();
    assertThat(second.apply(stored(1, 1, "a"))).isEmpty();
    assertThat(first.apply(stored(2, 2, "b"))).hasSize(1);
  }

  @Test
  void aChunkKnowsTheLastStateOfEachKey() {
    var chunk = new FeedChunk(List.of(
        stored(1, 1, "a"),
        stored(2, 2, "b"),
        removed(3, 3, "a"),
        range(4),
        stored(5, 5, "c"),
        removed(6, 6, "c"),
        stored(7, 7, "c")));

    assertThat(chunk.lastStates().keySet())
        .extracting(TableKey::key)
        .containsExactly(new EntityKey("p", "a"), new EntityKey("p", "b"), new EntityKey("p", "c"));
    assertThat(chunk.lastStates().values())
        .extracting(state -> state.isPresent())
        .containsExactly(false, true, true);
    assertThat(chunk.changes()).hasSize(6);
    assertThat(chunk.place()).isEqualTo(Items.token(7));
  }

  @Test
  void aChunkHasAnItem() {
    assertThatThrownBy(() -> new FeedChunk(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
