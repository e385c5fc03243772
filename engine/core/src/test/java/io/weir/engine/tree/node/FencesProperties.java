package io.weir.engine.tree.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Packed fences give the same answers as a list of keys. */
class FencesProperties {

  @Property(tries = 300)
  void packedFencesAreFoundAsInAList(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 70) int count,
      @ForAll @IntRange(min = 0, max = 20) int prefix) {
    var random = new Random(seed);
    var sorted = new TreeSet<byte[]>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      sorted.add(key(random, prefix));
    }
    List<byte[]> keys = new ArrayList<>(sorted);

    Fences fences = pack(keys);

    assertThat(fences.count()).isEqualTo(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(fences.get(i)).isEqualTo(keys.get(i));
      assertThat(fences.childOf(keys.get(i))).isEqualTo(i + 1);
    }
    for (int i = 0; i < 50; i++) {
      byte[] key = key(random, random.nextInt(prefix + 1));
      long below =
          keys.stream().filter(fence -> Arrays.compareUnsigned(fence, key) <= 0).count();
      assertThat(fences.childOf(key)).isEqualTo((int) below);
    }
  }

  private static byte[] key(Random random, int prefix) {
    byte[] key = new byte[prefix + random.nextInt(6) + 1];
    for (int at = prefix; at < key.length; at++) {
      key[at] = (byte) (random.nextInt(4) - 2);
    }
    return key;
  }

  private static Fences pack(List<byte[]> keys) {
    var bytes = new ByteArrayOutputStream();
    int[] ends = new int[keys.size()];
    for (int i = 0; i < ends.length; i++) {
      bytes.writeBytes(keys.get(i));
      ends[i] = bytes.size();
    }
    return Fences.pack(bytes.toByteArray(), ends);
  }
}
