package io.weir.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedToken;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.TextAnalyzer;
import io.weir.search.query.SearchText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One index: commits with their places, crashes, removed ranges, and the analyzers. */
class EntityIndexTest {

  private static final SearchDefinition DEFINITION = SearchDefinition.of("Text");
  private static final IndexCommit FIRST =
      new IndexCommit(DEFINITION, new FeedToken("first"), false, 0);

  @TempDir
  Path folder;

  @Test
  void anIndexIsOpenedAsItWasAtItsLastCommit() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      index.commit(FIRST.at(new FeedToken("second"), 17).complete());
      put(index, "p", "2", 0);
      index.refresh();
      assertThat(rows(index)).containsExactlyInAnyOrder("1", "2");
    }

    try (var index = EntityIndex.open(folder, IndexOptions.DEFAULT)) {
      assertThat(rows(index)).containsExactly("1");
      assertThat(index.lastCommit())
          .isEqualTo(new IndexCommit(DEFINITION, new FeedToken("second"), true, 17));
      assertThat(index.documents()).isEqualTo(1);
      assertThat(index.bytes()).isPositive();
    }
  }

  @Test
  void aChangeThatIsAppliedTwiceHasOneDocument() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      put(index, "p", "1", 0);
      index.refresh();

      assertThat(rows(index)).containsExactly("1");
      index.put(key("p", "1"), 0, Entity.builder("p", "1").set("Text", 7).build());
      index.refresh();
      assertThat(rows(index)).isEmpty();
    }
  }

  @Test
  void aRemovedRangeLeavesItsEndAndOtherGroups() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "a", "1", 0);
      put(index, "b", "2", 0);
      put(index, "b", "3", 1);
      put(index, "c", "4", 0);
      index.removeRange(key("b", "0"), key("c", "4"), 0);
      index.refresh();

      assertThat(rows(index)).containsExactlyInAnyOrder("1", "3", "4");
    }
  }

  @Test
  void aRankingGoesOnAsTheIndexWasWhenItBegan() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      for (var n = 0; n < 50; n++) {
        index.put(
            key("p", "r" + n),
            0,
            Entity.builder("p", "r" + n).set("Text", "owl " + "x ".repeat(n)).build());
      }
      index.refresh();

      var found = new ArrayList<String>();
      try (var ranking = rank(index, "owl", 0)) {
        var first = ranking.next(20);
        found.addAll(rows(first));
        for (var n = 0; n < 50; n++) { // the last becomes the first
          index.put(
              key("p", "r" + n),
              0,
              Entity.builder("p", "r" + n)
                  .set("Text", "owl " + "x ".repeat(50 - n))
                  .build());
        }
        index.refresh();
        var second = ranking.next(20);
        found.addAll(rows(second));
        var last = ranking.next(20);
        found.addAll(rows(last));
        assertThat(List.of(first.isLast(), second.isLast(), last.isLast()))
            .containsExactly(false, false, true);
      }

      assertThat(found).hasSize(50).doesNotHaveDuplicates().startsWith("r0", "r1");
      try (var ranking = rank(index, "owl", 48)) {
        var rest = ranking.next(1);
        assertThat(rows(rest)).hasSize(1);
        assertThat(rest.isLast()).isFalse();
        assertThat(ranking.next(10).isLast()).isTrue();
      }
    }
  }

  @Test
  void aRankingOutlivesItsIndex() throws IOException {
    Ranking ranking;
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      index.refresh();
      ranking = rank(index, "owl", 0);
    }

    assertThat(rows(ranking.next(10))).containsExactly("1");
    ranking.close();
  }

  /** A search whose time is over when it begins ends while it reads the words. */
  @Test
  void theTimeOfASearchLimitsTheWordsOfAPrefix() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      index.refresh();

      try (var ranking = index.rank(SearchText.parse("o*"), DEFINITION, 0, Duration.ZERO)) {
        assertThatThrownBy(() -> ranking.next(10))
            .isInstanceOf(ServiceFailedException.class)
            .hasMessageContaining("searchMillis=0")
            .hasCauseInstanceOf(ExitingReaderException.class); // and not only while it scores
      }
    }
  }

  @Test
  void theNumberOfEntitiesIsThatOfTheLastRefreshOrCommit() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      put(index, "p", "2", 0);
      assertThat(index.documents()).isZero();
      index.refresh();
      assertThat(index.documents()).isEqualTo(2);
      index.remove(key("p", "1"));
      index.commit(FIRST);
      assertThat(index.documents()).isEqualTo(1);
    }
  }

  @Test
  void aFolderWithoutAnIndexIsDamaged() {
    assertThatThrownBy(() -> EntityIndex.open(folder, IndexOptions.DEFAULT))
        .isInstanceOf(IndexDamaged.class);
  }

  @Test
  void aCutFileIsDamage() throws IOException {
    try (var index = EntityIndex.create(folder, IndexOptions.DEFAULT, FIRST)) {
      put(index, "p", "1", 0);
      index.commit(FIRST);
    }
    try (var files = Files.list(folder)) {
      for (var file : files
          .filter(each -> each.getFileName().toString().startsWith("segments_"))
          .toList()) {
        var bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      }
    }

    assertThatThrownBy(() -> EntityIndex.open(folder, IndexOptions.DEFAULT))
        .isInstanceOf(IndexDamaged.class);
  }

  @Test
  void theAnalyzersDivideTextsAsThePageSays() throws IOException {
    var text = "The Geese, flying";

    assertThat(terms(TextAnalyzer.STANDARD, text)).containsExactly("the", "geese", "flying");
    assertThat(terms(TextAnalyzer.SIMPLE, text)).containsExactly("the", "geese", "flying");
    assertThat(terms(TextAnalyzer.ENGLISH, text)).containsExactly("gees", "fly");
    assertThat(terms(TextAnalyzer.KEYWORD, text)).containsExactly(text);
    assertThat(terms(TextAnalyzer.KEYWORD, "x".repeat(8_191)).get(0)).hasSize(8_191);
    assertThat(terms(TextAnalyzer.KEYWORD, "x".repeat(8_192)).get(0)).hasSize(8_191);
  }

  private static List<String> terms(TextAnalyzer name, String text) throws IOException {
    var found = new ArrayList<String>();
    try (var analyzer = PropertyAnalyzers.of(name);
        var stream = analyzer.tokenStream("any", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        found.add(term.toString());
      }
      stream.end();
    }
    return found;
  }

  private static void put(EntityIndex index, String partition, String row, int group)
      throws IOException {
    var entity = Entity.builder(partition, row).set("Text", "owl").build();
    index.put(key(partition, row), group, entity);
  }

  private static byte[] key(String partition, String row) {
    return Entity.builder(partition, row).build().key().encoded();
  }

  private static List<String> rows(EntityIndex index) throws IOException {
    try (var ranking = rank(index, "owl", 0)) {
      return rows(ranking.next(10));
    }
  }

  private static List<String> rows(RankedWindow window) {
    return window.matches().stream().map(match -> match.key().rowKey()).toList();
  }

  private static Ranking rank(EntityIndex index, String text, int from) throws IOException {
    return index.rank(SearchText.parse(text), DEFINITION, from, Duration.ofSeconds(5));
  }
}
