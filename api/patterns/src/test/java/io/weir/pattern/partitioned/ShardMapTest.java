package io.weir.pattern.partitioned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The assignment of keys to shards. It must never change, because the entities are already there.
 */
final class ShardMapTest {

  /** The check value of CRC-32C, E3069283, is 2 modulo 7. */
  @Test
  void aHashIsTheChecksumModuloTheNumberOfShards() {
    var map = ShardMap.byHash("a", "b", "c", "d", "e", "f", "g");

    assertThat(map.shardOf("123456789")).isEqualTo("c");
    assertThat(map.shardOf("")).isEqualTo("a");
    assertThat(map.shards()).containsExactly("a", "b", "c", "d", "e", "f", "g");
    assertThatThrownBy(() -> ShardMap.byHash()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ShardMap.byHash("a", "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRangeBeginsAtItsFirstKeyAndEndsBeforeTheNext() {
    var map = ShardMap.byRange(Map.of("", "east", "M", "west", "T", "east"));

    assertThat(map.shardOf("")).isEqualTo("east");
    assertThat(map.shardOf("Lzz")).isEqualTo("east");
    assertThat(map.shardOf("M")).isEqualTo("west");
    assertThat(map.shardOf("Szz")).isEqualTo("west");
    assertThat(map.shardOf("T")).isEqualTo("east");
    assertThat(map.shards()).containsExactly("east", "west");
    assertThatThrownBy(() -> ShardMap.byRange(Map.of("A", "east")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aKeyThatIsNotListedBelongsToTheOtherShard() {
    var map = ShardMap.byList(Map.of("Sales", "east"), "west");

    assertThat(map.shardOf("Sales")).isEqualTo("east");
    assertThat(map.shardOf("Marketing")).isEqualTo("west");
    assertThat(map.shards()).containsExactly("east", "west");
  }
}
