package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.page.FirstUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages of an earlier run's tree are verified once, before their first use. */
final class FirstUseTest {

  private static final int ENTRIES = 600;

  private final TreeFixture fixture = TreeFixture.small();
  private final Verifier verifier = new Verifier();
  private VersionedTree tree;

  /** Counts verifications, and refuses some pages. */
  private static final class Verifier implements FirstUse {

    private final Map<Long, Integer> verified = new HashMap<>();
    private final Set<Long> damaged = new HashSet<>();

    @Override
    public void verify(long id, long address) {
      verified.merge(id, 1, Integer::sum);
      if (damaged.contains(id)) {
        throw new Refused();
      }
    }
  }

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @BeforeEach
  void leave() throws IOException {
    fixture.put(0, ENTRIES).publish();
    var outlined = new OutlinedTree(verifier);
    Outline.of(fixture.tree.current(), outlined::add);
    tree = new VersionedTree(fixture.store, fixture.tree.shape(), () -> true);
    tree.begin(new Tree(outlined.finish().root(), 0));
  }

  @AfterEach
  void close() {
    fixture.store.close(); // the tree of the earlier run reaches pages that this one has freed
  }

  @Test
  void noPageIsVerifiedBeforeItIsUsed() throws IOException {
    assertThat(verifier.verified).isEmpty();
    Outline.of(
        tree.current(), (fence, begins, id, address) -> assertThat(address).isPositive());
    assertThat(verifier.verified).isEmpty();
  }

  @Test
  void eachPageIsVerifiedOnceHoweverItIsRead() {
    for (var round = 0; round < 3; round++) {
      for (var number = 0; number < ENTRIES; number++) {
        assertThat(tree.published().find(TreeFixture.key(number))).isNotNull();
      }
      var cursor = new Cursor().open(tree.published());
      for (var more = cursor.seekFirst(); more; more = cursor.next()) {
        assertThat(cursor.key()).isNotEmpty();
      }
      assertThat(LeafWalk.from(tree.published(), new byte[0], (fence, id, address) -> true))
          .isTrue();
    }

    assertThat(verifier.verified)
        .hasSameSizeAs(pages())
        .allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
  }

  @Test
  void everyReadOfADamagedPageFails() {
    var damaged = pages().get(3);
    verifier.damaged.add(damaged);
    var refused = 0;
    for (var number = 0; number < ENTRIES; number++) {
      var key = TreeFixture.key(number);
      try {
        assertThat(tree.published().find(key)).isNotNull();
      } catch (Refused e) {
        assertThatThrownBy(() -> tree.published().findEntry(key)).isInstanceOf(Refused.class);
        assertThatThrownBy(() -> new Cursor().open(tree.published()).seek(key))
            .isInstanceOf(Refused.class);
        refused++;
      }
    }
    assertThat(refused).isPositive().isLessThan(ENTRIES / 4);
    assertThatThrownBy(
            () -> LeafWalk.from(tree.published(), new byte[0], (fence, id, address) -> true))
        .isInstanceOf(Refused.class);
  }

  @Test
  void noVersionIsCreatedFromADamagedPage() {
    verifier.damaged.addAll(pages());
    var random = new Random(7);
    for (var round = 0; round < 200; round++) {
      var group = new WriteGroup();
      if (random.nextBoolean()) {
        group.put(TreeFixture.key(random.nextInt(ENTRIES)), TreeFixture.value(60, 1));
      } else {
        group.remove(TreeFixture.key(random.nextInt(ENTRIES)));
      }
      assertThatThrownBy(() -> tree.commit(group)).isInstanceOf(Refused.class);
    }
    var from = TreeFixture.key(100);
    var to = TreeFixture.key(500);
    assertThatThrownBy(() -> tree.removeRanges(List.of(new ByteRange(from, to))))
        .isInstanceOf(Refused.class);
    assertThat(tree.current()).isSameAs(tree.published());
    assertThat(fixture.store.stats().pages()).isEqualTo(pages().size());
  }

  @Test
  void pagesThatAreWrittenAreNotVerifiedAndTheOthersStayMarked() {
    var left = Set.copyOf(pages());
    for (var number = 0; number < ENTRIES; number += 60) {
      var group = new WriteGroup();
      group.put(TreeFixture.key(number), TreeFixture.value(10, 5));
      tree.publish(tree.commit(group));
      tree.reclaim(Integer.MAX_VALUE);
    }
    var used = verifier.verified.size();
    assertThat(used).isBetween(10, 40).isLessThan(left.size());

    TreeCheck.verify(tree);

    assertThat(left).containsAll(verifier.verified.keySet());
    assertThat(verifier.verified.size()).isGreaterThan(used);
  }

  /** Returns the ids of all pages in key order. */
  private List<Long> pages() {
    var ids = new ArrayList<Long>();
    try {
      Outline.of(fixture.tree.current(), (fence, begins, id, address) -> ids.add(id));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ids;
  }
}
