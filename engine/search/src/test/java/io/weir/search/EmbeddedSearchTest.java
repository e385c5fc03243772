package io.weir.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchState;
import io.weir.api.write.Write;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the module's page. */
class EmbeddedSearchTest {

  private static final Pattern BLOCK =
      Pattern.compile("block: EmbeddedSearchTest. -->\n```java\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern SNIPPET =
      Pattern.compile("    // snippet\n(.*?)\n    // end of snippet\n", Pattern.DOTALL);

  @Test
  void theExamplePrintsItsOwl(@TempDir Path folder) throws IOException {
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, UTF_8);

    // snippet
    try (var loops = EmbeddedLoops.start(2);
        var engine = Engine.open(StoreOptions.in(folder.resolve("store")), loops.loops());
        var search = TableSearch.open(engine, SearchOptions.in(folder.resolve("search")))) {
      var tables = engine.account(AccountName.DEVELOPMENT);
      var searches = search.account(AccountName.DEVELOPMENT);
      var birds = new TableName("Birds");
      var owl = Entity.builder("Owls", "1")
          .set("Note", "Seen at night, near the barn")
          .build();

      tables.createTable(birds).then(tables.write(birds, new Write.Insert(owl))).block();
      searches.declare(birds, SearchDefinition.of("Note")).block();
      searches
          .status(birds)
          .repeatWhen(done -> done.delayElements(Duration.ofMillis(50)))
          .takeUntil(status -> status.state() == SearchState.READY)
          .then(searches.search(tables, birds, SearchRequest.of("\"near the barn\" -gull")))
          .flatMapIterable(SearchPage::hits)
          .doOnNext(hit -> out.println(hit.entity().rowKey() + " " + hit.score()))
          .blockLast();
    }
    // end of snippet

    assertThat(printed.toString(UTF_8)).matches("1 0\\.\\d+\n");
  }

  @Test
  void thePageContainsTheTestedLines() throws IOException {
    var page = BLOCK.matcher(Files.readString(Path.of("README.md")));
    var test = SNIPPET.matcher(
        Files.readString(Path.of("src/test/java/io/weir/search/EmbeddedSearchTest.java")));

    assertThat(page.find()).isTrue();
    assertThat(test.find()).isTrue();
    assertThat(page.group(1)).isEqualTo(test.group(1).stripIndent() + "\n");
  }
}
