package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.ServedStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes in place through the command line, of a service on disk. */
final class ChangeCommandTest {

  @TempDir
  Path folder;

  @Test
  void anEntityIsCreatedChangedAndPrinted() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 1);

      var created = run(served, 0, "Birds", "TX", "17", "add:Seen=1", "set:Name=owl", "--create");
      var added = run(
          served,
          0,
          "Birds",
          "TX",
          "17",
          "add:Seen=2",
          "append(,):Name=barn",
          "--when",
          "Seen ge 1");
      var refused = run(served, 1, "Birds", "TX", "17", "add:Seen=1", "--when", "Seen ge 9");
      var missing = run(served, 1, "Birds", "TX", "18", "add:Seen=1");
      var removed = run(served, 0, "Birds", "TX", "17", "remove:Name", "set:Low:Int64=5");

      assertThat(created.out())
          .contains("{\"PartitionKey\":\"TX\",\"RowKey\":\"17\",\"Seen\":1,\"Name\":\"owl\"}");
      assertThat(added.out()).contains("\"Seen\":3,\"Name\":\"owl,barn\"");
      assertThat(refused.err()).contains("condition");
      assertThat(missing.err()).contains("does not exist");
      assertThat(removed.out())
          .contains("\"Seen\":3,\"Low@odata.type\":\"Edm.Int64\",\"Low\":\"5\"}");
    }
  }

  @Test
  void aChangeThatIsRepeatedWithItsTokenCountsOnce() throws Exception {
    var token = "--token=00000000-0000-0001-0000-000000000017";
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 1);

      var first = run(served, 0, "Birds", "TX", "17", "add:Seen=1", "--create", token);
      var repeated = run(served, 0, "Birds", "TX", "17", "add:Seen=1", "--create", token);
      var other = run(served, 1, "Birds", "TX", "17", "add:Other=1", "--create", token);
      var later = run(served, 0, "Birds", "TX", "17", "add:Seen=1", "--create");

      assertThat(first.out()).contains("\"Seen\":1}");
      assertThat(repeated.out()).isEqualTo(first.out());
      assertThat(other.err()).contains("stands for another change");
      assertThat(later.out()).contains("\"Seen\":2}");
    }
  }

  @Test
  void aMalformedChangeIsWrongUsage() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      assertThat(run(served, 2, "Birds", "TX", "17", "Seen=1").err())
          .contains("'Seen=1' is no change: OPERATION:NAME=VALUE");
      assertThat(run(served, 2, "Birds", "TX", "17", "plus:Seen=1").err())
          .contains("operation=plus known=set,setIfAbsent,add");
      assertThat(run(served, 2, "Birds", "TX", "17", "add:Seen:Int32=x").err())
          .contains("'x' in 'add:Seen:Int32=x' is no Int32.");
      assertThat(
              run(served, 2, "Birds", "TX", "17", "add:Seen=1", "--token", "x").err())
          .contains("'--token'");
    }
  }

  private static Transcript run(ServedStore served, int expected, String... arguments) {
    var screen = new Transcript();
    var all = Stream.of(
            Stream.of("change"), Stream.of(arguments), Stream.of("--endpoint", served.url()))
        .flatMap(each -> each)
        .toArray(String[]::new);
    assertThat(screen.run(Map.of(), all)).as(screen.err()).isEqualTo(expected);
    return screen;
  }
}
