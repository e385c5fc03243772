package io.weir.engine.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Commits, publications, rollbacks, pins and reclaiming in any order: every held version stays
 * unchanged.
 */
class VersionsProperties {

  private record Version(long number, NavigableMap<byte[], byte[]> model) {}

  private record Held(Pin pin, NavigableMap<byte[], byte[]> model) {}

  private final ArrayDeque<Version> pending = new ArrayDeque<>();
  private final List<Held> held = new ArrayList<>();

  @Property(tries = 60)
  void everyHeldVersionStaysUnchanged(@ForAll long seed) {
    pending.clear();
    held.clear();
    var random = new Random(seed);
    try (var fixture = new TreeFixture(256, 4)) {
      var published = new Version(0, copy(fixture.model));
      for (int step = 0; step < 120; step++) {
        published = step(fixture, random, published);
        TreeCheck.verify(fixture.tree);
        KeyModel.verify(fixture.tree.published(), published.model());
        KeyModel.verify(fixture.tree.current(), fixture.model);
        held.forEach(at -> KeyModel.verify(at.pin().tree(), at.model()));
      }
      held.forEach(at -> at.pin().close());
      fixture.tree.publish(Long.MAX_VALUE);
    }
  }

  private Version step(TreeFixture fixture, Random random, Version published) {
    switch (random.nextInt(6)) {
      case 0 -> held.add(new Held(fixture.tree.pin(), published.model()));
      case 1 -> {
        if (!held.isEmpty()) {
          held.remove(random.nextInt(held.size())).pin().close();
        }
      }
      case 2 -> fixture.tree.reclaim(random.nextInt(10));
      case 3 -> {
        return publish(fixture, random, published);
      }
      case 4 -> {
        if (random.nextInt(3) == 0) {
          rollBack(fixture, random, published);
        }
      }
      default -> commit(fixture, random);
    }
    return published;
  }

  private void commit(TreeFixture fixture, Random random) {
    int writes = 1 + random.nextInt(30);
    for (int i = 0; i < writes; i++) {
      if (random.nextInt(5) < 2) {
        fixture.remove(random.nextInt(150));
      } else {
        byte[] value = TreeFixture.value(random.nextInt(60), random.nextInt());
        fixture.put(TreeFixture.key(random.nextInt(150)), value);
      }
    }
    pending.add(new Version(fixture.commit(), copy(fixture.model)));
  }

  private Version publish(TreeFixture fixture, Random random, Version published) {
    Version latest = published;
    for (int i = random.nextInt(pending.size() + 1); i > 0; i--) {
      latest = pending.removeFirst();
    }
    fixture.tree.publish(latest.number());
    return latest;
  }

  private void rollBack(TreeFixture fixture, Random random, Version published) {
    for (int i = random.nextInt(pending.size() + 1); i > 0; i--) {
      pending.removeLast();
    }
    Version latest = pending.isEmpty() ? published : pending.getLast();
    fixture.tree.rollbackTo(latest.number());
    fixture.model.clear();
    fixture.model.putAll(latest.model());
  }

  private static NavigableMap<byte[], byte[]> copy(NavigableMap<byte[], byte[]> model) {
    var copy = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    copy.putAll(model);
    return copy;
  }
}
