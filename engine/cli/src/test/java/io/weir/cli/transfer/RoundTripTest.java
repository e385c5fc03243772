package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Import and query against a running service, as users call them. */
final class RoundTripTest {

  @TempDir
  Path folder;

  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void importedEntitiesAreFound() throws IOException {
    var file = folder.resolve("people.csv");
    Files.writeString(file, "City,Name,Age\nParis,Ann,31\nOslo,Bo,17\nParis,Cy,54\n");

    run(
        "import",
        file.toString(),
        "--table",
        "People",
        "--partition-key",
        "City",
        "--row-key",
        "Name");
    var found = run(
        "query",
        "People",
        "--filter",
        "PartitionKey eq 'Paris' and Age gt 40",
        "--format",
        "csv",
        "--explain");

    assertThat(found.out()).isEqualTo("""
            PartitionKey,RowKey,City,City@type,Name,Name@type,Age,Age@type
            Paris,Cy,Paris,String,Cy,String,54,Int32
            """);
    assertThat(found.err()).contains("answered  partition scan of 1 range, 2 scanned, 1 returned");
  }

  @Test
  void printedCsvIsImportedWithItsTypes() throws IOException {
    var file = folder.resolve("all.ndjson");
    Files.writeString(file, """
        {"PartitionKey":"p","RowKey":"1","S":"007","L@odata.type":"Edm.Int64","L":"5","B@odata.type":"Edm.Binary","B":""}
        {"PartitionKey":"p","RowKey":"2","S":"","D":5.0,"G@odata.type":"Edm.Guid","G":"00000000-0000-0001-0000-000000000002"}
        """);
    run("import", file.toString(), "--table", "All");
    var copy = folder.resolve("copy.csv");

    Files.writeString(copy, run("query", "All", "--format", "csv").out());
    run("import", copy.toString(), "--table", "Copy");

    assertThat(untimed(run("query", "Copy", "--format", "ndjson").out()))
        .isEqualTo(untimed(run("query", "All", "--format", "ndjson").out()))
        .contains("\"L\":\"5\"", "\"S\":\"\"", "\"B\":\"\"", "\"D\":5.0");
    assertThat(run("query", "All", "--format", "csv", "--no-types", "--select", "S")
            .out())
        .isEqualTo("S\n007\n\n");
  }

  @Test
  void aMissingTableIsReportedInOneLine() {
    var screen = new Transcript();

    var exitCode = screen.run(environment(), "query", "People");

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(screen.out()).isEmpty();
    assertThat(screen.err().lines()).singleElement().asString().startsWith("TableNotFound: ");
  }

  @Test
  void aWrongKeyIsReportedInOneLine() {
    var screen = new Transcript();

    var exitCode = screen.run(environment(), "query", "People", "--key", "d3Jvbmc=");

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err().lines())
        .singleElement()
        .asString()
        .startsWith("AuthenticationFailed: ");
  }

  private static String untimed(String lines) {
    return lines.replaceAll("\\d{4}-\\d\\d-\\d\\dT[^Z]*Z", "");
  }

  private Transcript run(String... args) {
    var screen = new Transcript();
    assertThat(screen.run(environment(), args)).as(screen.err()).isZero();
    return screen;
  }

  private Map<String, String> environment() {
    return Map.of("WEIR_ENDPOINT", service.endpoint());
  }
}
