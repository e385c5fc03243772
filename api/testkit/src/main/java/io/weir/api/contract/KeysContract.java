package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Limits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cases for keys: keys identify entities exactly and order them by UTF-16 unit. */
public interface KeysContract extends Door {

  /**
   * U+1F600. It sorts after every ASCII character in UTF-8, UTF-16 and code points. It sorts before
   * {@link #HALFWIDTH} in UTF-16 only.
   */
  String GRINNING = "\uD83D\uDE00";

  /** U+FF5A. Its code point is lower than that of {@link #GRINNING}; its UTF-16 unit is higher. */
  String HALFWIDTH = "\uFF5A";

  @Test
  default void emptyKeysAreValid() {
    var strikes = Table.in(this);
    strikes.load(Stream.of(entity("", ""), entity("", "1"), entity("TX", "")));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("/", "/1", "TX/");
    assertThat(strikes.get("", "").partitionKey()).isEmpty();
    assertThat(strikes.find("TX", "")).isPresent();
    assertThat(strikes.find("TX", "1")).isEmpty();
  }

  @Test
  default void keysDifferByCase() {
    var strikes = Table.in(this);
    strikes.load(Stream.of(entity("tx", "a"), entity("TX", "A"), entity("TX", "a")));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/A", "TX/a", "tx/a");
    assertThat(strikes.find("tx", "A")).isEmpty();
  }

  @Test
  default void keysAreNotTrimmed() {
    var strikes = Table.in(this);
    strikes.load(
        Stream.of(entity("TX", " "), entity("TX", " 1"), entity("TX", "1"), entity("TX", "1 ")));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/ ", "TX/ 1", "TX/1", "TX/1 ");
  }

  @Test
  default void keysAreNotNormalized() {
    var strikes = Table.in(this);
    var composed = "\u00E9";
    var decomposed = "e\u0301";
    strikes.load(Stream.of(entity("TX", composed), entity("TX", decomposed)));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/" + decomposed, "TX/" + composed);
    assertThat(strikes.find("TX", composed)).isPresent();
  }

  @Test
  default void keysMayContainCharactersThatAddressesAndFiltersQuote() {
    var strikes = Table.in(this);
    var awkward = List.of(
        "a'b", "''", "a%41", "%2F", "a+b", "a&b=c", "(x)", "a,b", "a;b", "\"q\"", "a b", "~", "{$}",
        "@*:!");
    strikes.load(awkward.stream().map(text -> entity(text, text)));

    midScenario();

    for (var text : awkward) {
      assertThat(strikes.get(text, text).key()).isEqualTo(Entities.key(text, text));
      var quoted = "'" + text.replace("'", "''") + "'";
      assertThat(strikes.select("PartitionKey eq " + quoted + " and RowKey eq " + quoted))
          .hasSize(1);
    }
  }

  @Test
  default void theBoundaryBetweenTheKeysCounts() {
    var strikes = Table.in(this);
    strikes.load(Stream.of(entity("", "ab"), entity("a", "b"), entity("ab", "")));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("/ab", "a/b", "ab/");
    assertThat(keysOf(strikes.select("PartitionKey eq 'a'"))).containsExactly("a/b");
  }

  @Test
  default void aPartitionComesWholeBeforePartitionsThatItPrefixes() {
    var strikes = Table.in(this);
    var keys = List.of("", "a", "a ", "a!", "aa", "ab", "a~", "b");
    strikes.load(keys.stream().flatMap(key -> Stream.of(entity(key, "~"), entity(key, ""))));

    midScenario();

    assertThat(keysOf(strikes.all()))
        .containsExactlyElementsOf(
            keys.stream().flatMap(key -> Stream.of(key + "/", key + "/~")).toList());
  }

  @Test
  default void aRowKeyComesBeforeRowKeysThatItPrefixes() {
    var strikes = Table.in(this);
    var keys = List.of("", "a", "a ", "a!", "aa", "aaa", "ab", "b");
    strikes.load(keys.stream().map(key -> entity("TX", key)));

    midScenario();

    assertThat(strikes.all()).extracting(Entity::rowKey).containsExactlyElementsOf(keys);
    assertThat(keysOf(strikes.select("PartitionKey eq 'TX' and RowKey gt 'a' and RowKey lt 'aa'")))
        .containsExactly("TX/a ", "TX/a!");
  }

  @Test
  default void rowKeysAreOrderedByUtf16Unit() {
    var strikes = Table.in(this);
    var keys = List.of(
        "0", "Z", "a", "\u00E4", "\u07FF", "\u0800", "\uD7FF", GRINNING, "\uE000", HALFWIDTH,
        "\uFFFD");
    strikes.load(keys.stream().map(key -> entity("TX", key)));

    midScenario();

    assertThat(strikes.all()).extracting(Entity::rowKey).containsExactlyElementsOf(keys);
    assertThat(strikes.select("PartitionKey eq 'TX' and RowKey gt '" + GRINNING + "'"))
        .extracting(Entity::rowKey)
        .containsExactly("\uE000", HALFWIDTH, "\uFFFD");
  }

  @Test
  default void partitionKeysAreOrderedByUtf16Unit() {
    var strikes = Table.in(this);
    var keys =
        List.of("0", "\u00E4", "\u0800", "\uD7FF", GRINNING, "\uD83D\uDE01", "\uE000", HALFWIDTH);
    strikes.load(keys.stream().map(key -> entity(key, "1")));

    midScenario();

    assertThat(strikes.all()).extracting(Entity::partitionKey).containsExactlyElementsOf(keys);
    assertThat(strikes.select(Query.ALL.descending()).get(0).partitionKey()).isEqualTo(HALFWIDTH);
  }

  @Test
  default void theLongestKeysAreStored() {
    var strikes = Table.in(this);
    var longest = Limits.KEY_UNITS;
    var texts = List.of(
        "a".repeat(longest),
        "\u00E4".repeat(longest),
        GRINNING.repeat(longest / 2),
        HALFWIDTH.repeat(longest));
    strikes.load(texts.stream().map(text -> entity(text, text).set("Units", text.length())));

    midScenario();

    assertThat(strikes.all()).extracting(Entity::rowKey).containsExactlyElementsOf(texts);
    for (var text : texts) {
      assertThat(strikes.get(text, text).getInt32("Units")).contains(longest);
    }
  }

  @Test
  default void longKeysThatDifferInTheirLastUnitAreDistinct() {
    var strikes = Table.in(this);
    var beginning = "k".repeat(Limits.KEY_UNITS - 1);
    strikes.load(Stream.of("a", "b", "c").map(last -> entity(beginning, beginning + last)));
    strikes.load(Stream.of("a", "b").map(last -> entity(beginning + last, beginning)));

    midScenario();

    assertThat(strikes.find(beginning, beginning + "b")).isPresent();
    assertThat(strikes.find(beginning, beginning)).isEmpty();
    assertThat(strikes.all()).hasSize(5);
  }
}
