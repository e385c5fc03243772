package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Leaves that were not used for a while are cold, and a reader that must not wait does not enter
 * them.
 */
final class ColdLeavesTest {

  private static final int ENTRIES = 600;
  private static final int SHARD = 3;

  private final TreeFixture fixture = TreeFixture.small();
  private final CoolingHand hand = new CoolingHand();
  private final List<Long> read = new ArrayList<>();

  @BeforeEach
  void fill() {
    fixture.put(0, ENTRIES).publish();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aLeafIsColdAfterTwoPassesWithoutUse() {
    assertThat(pass()).isZero();
    assertThat(resident().find(TreeFixture.key(0))).isNotNull();

    assertThat(pass()).isEqualTo(leaves() - 1);

    assertThat(resident().find(TreeFixture.key(0))).isNotNull();
    assertThat(coldAt(ENTRIES - 1).shard()).isEqualTo(SHARD);
    assertThat(coldAt(ENTRIES - 1).key()).isEqualTo(TreeFixture.key(ENTRIES - 1));
  }

  @Test
  void aLeafInUseStaysWarmOverManyPasses() {
    for (int i = 0; i < 10; i++) {
      pass();
      assertThat(resident().findEntry(TreeFixture.key(300))).isNotNull();
    }
    assertThat(coldAt(0).key()).isEqualTo(TreeFixture.key(0));
  }

  @Test
  void aColdLeafIsReadOnceAndThenWarm() throws IOException {
    freeze();
    var cold = coldAt(300);

    assertThat(tree().bringIn(cold.key(), this::read)).isTrue();
    assertThat(tree().bringIn(cold.key(), this::read)).isFalse();

    assertThat(read).hasSize(1);
    assertThat(resident().find(TreeFixture.key(300))).isEqualTo(TreeFixture.value(40, 300));
    assertThatThrownBy(() -> resident().find(TreeFixture.key(0))).isInstanceOf(ColdPage.class);
  }

  @Test
  void aReadThatFailsLeavesTheLeafToItsReader() {
    freeze();

    assertThatThrownBy(() -> tree().bringIn(TreeFixture.key(0), (id, place) -> {
          throw new IOException("the disk");
        }))
        .hasMessage("the disk");

    assertThat(resident().find(TreeFixture.key(0))).isNotNull();
  }

  @Test
  void aReaderThatMayWaitEntersAColdLeafAndMakesItWarm() {
    freeze();

    assertThat(tree().find(TreeFixture.key(0))).isNotNull();

    assertThat(resident().find(TreeFixture.key(0))).isNotNull();
  }

  @Test
  void anEmptyTreeHasNoColdLeaf() throws IOException {
    assertThat(hand.step(Tree.empty())).isTrue();
    assertThat(Tree.empty().isCold(TreeFixture.key(0))).isFalse();
    assertThat(Tree.empty().bringIn(TreeFixture.key(0), this::read)).isFalse();
    assertThat(Tree.empty().residentOnly(SHARD).find(TreeFixture.key(0))).isNull();
  }

  @Test
  void aCursorNamesEachColdLeafAndGoesOnAfterIt() throws IOException {
    freeze();
    var found = 0;
    var cursor = new Cursor();
    byte[] from = TreeFixture.key(0);
    while (found < ENTRIES) {
      try {
        cursor.open(resident());
        for (var more = cursor.seek(from); more; more = cursor.next()) {
          assertThat(cursor.key()).isEqualTo(TreeFixture.key(found));
          found++;
          from = TreeFixture.key(found);
        }
      } catch (ColdPage cold) {
        assertThat(cursor.isExhausted() || number(cursor) == found - 1).isTrue();
        assertThat(tree().bringIn(cold.key(), this::read)).isTrue();
      }
    }
    assertThat(read).hasSize(leaves()).doesNotHaveDuplicates();
  }

  @Test
  void aCursorBackwardsNamesEachColdLeafToo() throws IOException {
    freeze();
    var left = ENTRIES - 1;
    var cursor = new Cursor();
    while (left >= 0) {
      try {
        cursor.open(resident());
        for (var more = cursor.seekBackward(TreeFixture.key(left));
            more;
            more = cursor.previous()) {
          assertThat(cursor.key()).isEqualTo(TreeFixture.key(left));
          left--;
        }
      } catch (ColdPage cold) {
        assertThat(cursor.isExhausted() || number(cursor) == left + 1).isTrue();
        assertThat(tree().bringIn(cold.key(), this::read)).isTrue();
      }
    }
    assertThat(read).hasSize(leaves()).doesNotHaveDuplicates();
  }

  @Test
  void aCursorStaysAtItsEntryBeforeAColdLeafAndMovesOnAfterwards() throws IOException {
    for (var forwards : List.of(true, false)) {
      freeze();
      var cursor = new Cursor();
      var expected = forwards ? 0 : ENTRIES - 1;
      tree().find(TreeFixture.key(expected));
      cursor.open(resident());
      assertThat(forwards ? cursor.seekFirst() : cursor.seekLast()).isTrue();
      var waits = 0;
      for (var more = true; more; ) {
        assertThat(number(cursor)).isEqualTo(expected);
        try {
          more = forwards ? cursor.next() : cursor.previous();
          expected += forwards ? 1 : -1;
        } catch (ColdPage cold) {
          assertThat(number(cursor)).isEqualTo(expected);
          tree().bringIn(cold.key(), this::read);
          waits++;
        }
      }
      assertThat(expected).isEqualTo(forwards ? ENTRIES : -1);
      assertThat(waits).isEqualTo(leaves() - 1);
    }
  }

  @Test
  void aCountEndsBeforeAColdLeafAndGoesOnThere() throws IOException {
    freeze();
    var counted = 0L;
    byte[] from = TreeFixture.key(0);
    var end = TreeFixture.key(ENTRIES);
    var waits = 0;
    while (counted < ENTRIES) {
      var cursor = new Cursor().open(resident());
      ColdPage cold;
      try {
        cursor.seek(from);
        counted += cursor.countResidentTo(end, Integer.MAX_VALUE);
        cold = cursor.coldAhead();
      } catch (ColdPage e) {
        cold = e;
      }
      if (cold != null) {
        from = cold.key();
        tree().bringIn(from, this::read);
        waits++;
      }
    }
    assertThat(counted).isEqualTo(ENTRIES);
    assertThat(waits).isEqualTo(leaves());
  }

  @Test
  void aCountOfAllThrowsAtAColdLeaf() throws IOException {
    freeze();
    tree().find(TreeFixture.key(0));
    var cursor = new Cursor().open(resident());
    assertThat(cursor.seek(TreeFixture.key(0))).isTrue();

    var cold = catchThrowableOfType(
        ColdPage.class, () -> cursor.countTo(TreeFixture.key(ENTRIES), Integer.MAX_VALUE));

    assertThat(cold).isNotNull();
    assertThat(tree().isCold(cold.key())).isTrue();
    assertThat(cursor.seek(TreeFixture.key(0))).isTrue();
    assertThat(cursor.countTo(TreeFixture.key(1), Integer.MAX_VALUE)).isOne();
  }

  @Test
  void aLeafEndsWhereTheNextOneBegins() {
    freeze();
    var starts = ColdLeaves.ahead(tree(), new byte[0], true, Integer.MAX_VALUE);
    var ends = new ArrayList<byte[]>();
    for (var end = ColdLeaves.endOf(tree(), new byte[0]);
        end != null;
        end = ColdLeaves.endOf(tree(), end)) {
      ends.add(end);
    }

    assertThat(starts).hasSize(leaves());
    assertThat(ends).containsExactlyElementsOf(starts.subList(1, starts.size()));
    assertThat(ColdLeaves.endOf(Tree.empty(), new byte[0])).isNull();
  }

  @Test
  void theColdLeavesAheadAreFoundInBothDirections() {
    freeze();
    assertThat(ColdLeaves.ahead(tree(), TreeFixture.key(0), true, 5)).hasSize(5);
    assertThat(ColdLeaves.ahead(tree(), TreeFixture.key(0), true, Integer.MAX_VALUE))
        .hasSize(leaves());
    assertThat(ColdLeaves.ahead(tree(), TreeFixture.key(0), false, 5)).hasSize(1);
    assertThat(ColdLeaves.ahead(tree(), TreeFixture.key(ENTRIES), false, Integer.MAX_VALUE))
        .hasSize(leaves());
    assertThat(ColdLeaves.ahead(Tree.empty(), TreeFixture.key(0), true, 5)).isEmpty();

    tree().find(TreeFixture.key(0));

    assertThat(ColdLeaves.ahead(tree(), TreeFixture.key(0), true, 5)).hasSize(4);
  }

  private static int number(Cursor cursor) {
    return Integer.parseInt(
        new String(cursor.key(), 1, 8, java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void aWalkOverAllLeavesMakesNoneWarm() {
    freeze();

    assertThat(LeafWalk.from(tree(), new byte[0], (fence, id, address) -> true)).isTrue();

    coldAt(0);
    coldAt(ENTRIES - 1);
  }

  @Test
  void aWriteLeavesTheOtherLeavesCold() {
    freeze();
    fixture.put(0).publish();

    assertThat(resident().find(TreeFixture.key(0))).isNotNull();
    coldAt(ENTRIES - 1);
  }

  @Test
  void theHandCountsTheColdLeavesOfAPass() {
    freeze();
    tree().find(TreeFixture.key(0));
    var cold = 0;
    boolean ended;
    do {
      ended = hand.step(tree());
      cold += hand.cold();
    } while (!ended);

    assertThat(cold).isEqualTo(leaves() - 1);
  }

  private ColdPage coldAt(long number) {
    var cold = catchThrowableOfType(ColdPage.class, () -> resident().find(TreeFixture.key(number)));
    assertThat(cold).as("the leaf of key %s is cold", number).isNotNull();
    assertThat(tree().isCold(TreeFixture.key(number))).isTrue();
    return cold;
  }

  private void freeze() {
    pass();
    pass();
  }

  /** Passes over the tree. Returns the number of leaves that became cold. */
  private int pass() {
    var cooled = 0;
    boolean ended;
    do {
      ended = hand.step(tree());
      cooled += hand.cooled();
    } while (!ended);
    return cooled;
  }

  private void read(long id, long place) {
    read.add(id);
  }

  private int leaves() {
    return (int) fixture.store.stats().pages();
  }

  private Tree tree() {
    return fixture.tree.published();
  }

  private Tree resident() {
    return tree().residentOnly(SHARD);
  }
}
