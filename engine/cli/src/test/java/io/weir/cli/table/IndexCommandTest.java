package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.ServedStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes through the command line, of a service on disk. */
final class IndexCommandTest {

  @TempDir
  Path folder;

  @Test
  void anIndexIsMadeListedUsedAndDropped() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 300);

      var made = run(served, 0, "index", "create", "Birds", "byNumber", "Number:desc");
      var listed = run(served, 0, "index", "list", "Birds");
      var ordered = run(
          served,
          0,
          "query",
          "Birds",
          "--filter",
          "Number ge 290",
          "--order-by",
          "Number:desc",
          "--top",
          "3",
          "--select",
          "Number",
          "--format",
          "csv",
          "--no-types",
          "--explain");
      var found = run(
          served,
          0,
          "query",
          "Birds",
          "--filter",
          "Number eq 7",
          "--explain",
          "--select",
          "Number");
      var scanned = run(
          served,
          0,
          "query",
          "Birds",
          "--filter",
          "Number eq 7",
          "--index",
          "-",
          "--explain",
          "--select",
          "Number");
      var dropped = run(served, 0, "index", "drop", "Birds", "byNumber");
      var empty = run(served, 0, "index", "list", "Birds");

      assertThat(made.out()).contains("Queries use the index byNumber of 300 entries.");
      assertThat(made.err()).contains("Filling the index: 100 of 100 percent");
      assertThat(listed.out()).contains("byNumber (Number desc): readable, 100 %, 300 entries, ");
      assertThat(ordered.out().lines()).containsExactly("Number", "299", "298", "297");
      assertThat(ordered.err()).contains("index range byNumber");
      assertThat(found.err()).contains("index lookup byNumber");
      assertThat(scanned.err()).contains("table scan of");
      assertThat(dropped.out()).contains("The index byNumber is dropped.");
      assertThat(empty.out()).contains("The table has no indexes.");
    }
  }

  @Test
  void aUniqueIndexRefusesAndOneThatCannotBeUniqueNamesBothEntities() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 30);

      var made = run(served, 0, "index", "create", "Birds", "once", "Number", "--unique");
      var failed = run(served, 1, "index", "create", "Birds", "one", "PartitionKey", "--unique");
      var listed = run(served, 0, "index", "list", "Birds");
      var dropped = run(served, 0, "index", "drop", "Birds", "one");

      assertThat(made.out()).contains("Queries use the index once of 30 entries.");
      assertThat(failed.err())
          .contains("The index one has failed: the entities ('")
          .contains("have the same values");
      assertThat(listed.out())
          .contains("unique once (Number) sparse: readable, 100 %")
          .contains("unique one (PartitionKey) sparse: failed because the entities ('");
      assertThat(dropped.out()).contains("The index one is dropped.");
    }
  }

  @Test
  void everyEntityTakesPartUnlessTheIndexIsSparse() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 300);
      run(served, 0, "index", "create", "Birds", "sparse", "Number", "Age:desc", "--sparse");
      var filter = List.of("query", "Birds", "--filter", "Number eq 7", "--explain");

      var scanned = run(served, 0, filter.toArray(String[]::new));
      run(served, 0, "index", "create", "Birds", "whole", "Number", "Age:desc");
      var found = run(served, 0, filter.toArray(String[]::new));
      var listed = run(served, 0, "index", "list", "Birds");
      var both =
          run(served, 2, "index", "create", "Birds", "x", "Number", "--sparse", "--with-missing");

      assertThat(scanned.err())
          .contains("table scan of")
          .contains(
              "index sparse is not used: it is sparse, so that it lacks entities without Age");
      assertThat(found.err())
          .contains("index range whole")
          .contains("index sparse is not used")
          .doesNotContain("index whole is not used");
      assertThat(listed.out())
          .contains("sparse (Number, Age desc) sparse: readable, 100 %, 0 entries")
          .contains("whole (Number, Age desc): readable, 100 %, 300 entries");
      assertThat(both.err()).contains("not both");
    }
  }

  @Test
  void aMistakeIsNamed() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 3);

      assertThat(run(served, 2, "index").err()).contains("Say what to do");
      assertThat(run(served, 2, "index", "create", "Birds", "1st", "Number").err())
          .contains("indexName");
      assertThat(run(served, 2, "index", "create", "Birds", "byNumber", "Number:up")
              .err())
          .contains("NAME:desc");
      assertThat(run(served, 1, "index", "drop", "Birds", "none").err())
          .contains("ResourceNotFound");
      assertThat(run(served, 1, "index", "list", "Fish").err()).contains("TableNotFound");
      assertThat(run(served, 1, "query", "Birds", "--order-by", "Number").err())
          .contains("needs=index");
    }
  }

  private static Transcript run(ServedStore served, int expected, String... arguments) {
    var screen = new Transcript();
    var all = Stream.concat(
            Arrays.stream(arguments),
            arguments.length < 2 ? Stream.of() : Stream.of("--endpoint", served.url()))
        .toArray(String[]::new);
    assertThat(screen.run(Map.of(), all)).as(screen.err()).isEqualTo(expected);
    return screen;
  }
}
