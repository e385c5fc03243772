package io.weir.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as users see it, over the network and on disk. */
final class DemoCommandTest {

  private static final Pattern ANSWERED = Pattern.compile(
      "   answered  ([a-zA-Z ]+) of \\d+ ranges?, ([0-9,]+) scanned, ([0-9,]+) returned, .* ms, asked again .* ms");

  private static final List<String> MESSAGE = List.of(
      "committed     entity Oregon/feed: 25 owls, and a message about it",
      "received      message 'Oregon/feed', taken 1 time",
      "acknowledged  0 messages are left");

  private static final Pattern SDK_MESSAGE =
      Pattern.compile("   createQueue      PUT     /demo-greetings\\R"
          + "   sendMessage      POST    /demo-greetings/messages  id [0-9a-f-]{36}\\R"
          + "   receiveMessages  GET     /demo-greetings/messages  'good morning, owls', taken 1 time\\R"
          + "   deleteMessage    DELETE  /demo-greetings/messages/ID  0 messages are left");

  @TempDir
  Path folder;

  @Test
  void showsOneQueryOfEachPlanAndReusesItsData() {
    var first = demo();
    var second = demo();

    assertThat(plans(first))
        .containsExactly(
            "point: 1 of 1",
            "multi point: 2 of 2",
            "row range: 6 of 6",
            "partition scan: 17 of 618",
            "partition range: 51 of 900",
            "table scan: 8 of 10,000",
            "table scan: 10,000 of 10,000",
            "index range byCost: 8 of 16",
            "index range byCost: 10 of 10");
    assertThat(first.out())
        .contains("before    Kansas 100, Oregon 0", "after     Kansas 75, Oregon 25")
        .contains("changed   Kansas 100, Oregon 0", "batches   1")
        .contains("expires tomorrow      found", "expired a second ago  not found")
        .contains(MESSAGE)
        .containsPattern(SDK_MESSAGE);
    assertThat(first.out())
        .contains("store " + folder.resolve("store"))
        .contains("going into the table");
    assertThat(first.err()).contains("Loading: 10,000 of 10,000 strikes");
    assertThat(plans(second)).isEqualTo(plans(first));
    assertThat(second.out())
        .contains("Data     found: 10,000 bird strikes")
        .contains(MESSAGE)
        .containsPattern(SDK_MESSAGE);
    assertThat(second.err()).doesNotContain("Loading");

    var withoutQueues = demo("--queue-port", "off");

    assertThat(plans(withoutQueues)).isEqualTo(plans(first));
    assertThat(withoutQueues.out())
        .contains("Queues are not served (--queue-port off)")
        .doesNotContain(MESSAGE.get(0))
        .doesNotContain("createQueue");
  }

  private Transcript demo(String... further) {
    var screen = new Transcript();
    var arguments = new ArrayList<>(List.of(
        "demo", "--once", "--port", "0", "--data", folder.resolve("store").toString()));
    arguments.addAll(List.of(further));
    var exitCode = screen.run(
        Map.of("WEIR_PARTITION_GROUPS", "4", "WEIR_LOOPS", "2"), arguments.toArray(String[]::new));
    assertThat(exitCode).as(screen.err()).isZero();
    return screen;
  }

  private static List<String> plans(Transcript screen) {
    return ANSWERED
        .matcher(screen.out())
        .results()
        .map(line -> line.group(1) + ": " + line.group(3) + " of " + line.group(2))
        .toList();
  }
}
