package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that declares, lists, rebuilds and drops searches, and searches. */
final class SearchCommandTest {

  private static final TableName BIRDS = new TableName("Birds");

  private final Transcript screen = new Transcript();
  private String endpoint = "";

  @Test
  void aSearchIsCreatedUsedListedRebuiltAndDropped(@TempDir Path folder) throws IOException {
    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      endpoint = service.endpoint();
      client.createTable(BIRDS).block();
      for (var n = 1; n <= 3; n++) {
        client
            .write(
                BIRDS,
                new Write.Insert(Entity.builder("Owls", "" + n)
                    .set("Name", "owl ".repeat(n).strip())
                    .build()))
            .block();
      }

      assertThat(run("list")).isZero();
      assertThat(run("create", "Birds", "Name:standard:2", "Note")).isZero();
      assertThat(run("query", "Birds", "owl", "--select", "Name", "--top", "2")).isZero();
      assertThat(run("query", "Birds", "owl", "--skip", "2", "--filter", "RowKey ne '9'"))
          .isZero();
      assertThat(run("list")).isZero();
      assertThat(run("rebuild", "Birds")).isZero();
      assertThat(run("drop", "Birds")).isZero();
      assertThat(run("query", "Birds", "owl")).isEqualTo(ExitCode.FAILED);
      assertThat(run("query", "Birds", "\"owl")).isEqualTo(ExitCode.FAILED);
    }

    assertThat(screen.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("no searches"),
            line -> assertThat(line)
                .matches("Birds: ready, 3 documents, \\d+ bytes, lag \\d+ ms, "
                    + "Name:standard:2.0 Note:standard:1.0"),
            line -> assertThat(line).startsWith("{\"weir.score\":").contains("\"RowKey\":\"3\""),
            line -> assertThat(line).startsWith("{\"weir.score\":").contains("\"RowKey\":\"2\""),
            line -> assertThat(line).contains("\"RowKey\":\"1\""),
            line -> assertThat(line).startsWith("Birds: ready, 3 documents, "),
            line -> assertThat(line).startsWith("The service builds the index of Birds again"),
            line -> assertThat(line).isEqualTo("Birds: search dropped"));
    assertThat(screen.err()).contains("--skip 2", "search=none");
  }

  @Test
  void wrongArgumentsAreRefused() {
    assertThat(screen.run(Map.of(), "search")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "Birds")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "B", "Name")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "Birds", "Name:klingon")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "Birds", "Name:english:heavy")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "Birds", "Name:english:1000")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("create", "Birds", "a:b:1:2")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err())
        .contains("standard|simple|keyword|english", "not 'heavy'", "to=100", "not 'a:b:1:2'");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of("search"));
    all.addAll(List.of(arguments));
    if (!endpoint.isEmpty()) {
      all.addAll(List.of("--endpoint", endpoint));
    }
    return screen.run(Map.of(), all.toArray(String[]::new));
  }
}
