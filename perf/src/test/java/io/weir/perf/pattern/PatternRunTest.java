package io.weir.perf.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.perf.process.TestSurroundings;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.RoundSample;
import io.weir.perf.report.StoredResults;
import io.weir.perf.target.WrongAnswer;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The trial of the command: every pattern with a page is measured, and counts are those that the
 * pages state.
 */
@Tag(Effort.THOROUGHLY)
final class PatternRunTest {

  private static final Path PAGES = Path.of("../api/patterns/pages");

  /** Keys cost no requests of their own, and a search is not measured yet. */
  private static final Set<String> NOT_MEASURED = Set.of("keys", "search");

  @TempDir
  private Path folder;

  @Test
  void aTrialMeasuresEveryPageOfThePatternBook() throws IOException {
    var said = new ArrayList<String>();

    var costs =
        new PatternRun(TestSurroundings.in(folder), PatternEffort.TRIAL, said::add).measure();

    try (var pages = Files.list(PAGES)) {
      assertThat(costs)
          .extracting(PatternRunTest::pattern)
          .containsAll(pages
              .map(page -> page.getFileName().toString().replace(".md", ""))
              .filter(page -> !NOT_MEASURED.contains(page))
              .toList());
    }
    assertThat(said).isNotEmpty();
    var n = PatternEffort.TRIAL.employees();
    var email = "find one employee of the company by e-mail";
    assertThat(one(costs, email, "naive: table scan").number(CostMeter.READ))
        .isGreaterThanOrEqualTo(n);
    assertThat(requests(costs, email, "naive: table scan")).isEqualTo(1);
    assertThat(requests(costs, email, "pattern: index table")).isEqualTo(2);
    assertThat(requests(costs, email, "native: index of the service")).isEqualTo(1);
    assertThat(one(costs, email, "native: index of the service").number(CostMeter.READ))
        .isLessThan(n / 10.0);
    var move = "move an employee to another table";
    assertThat(requests(costs, move, "native: joint commit")).isEqualTo(1);
    assertThat(requests(costs, move, "pattern: outbox and worker (saga)")).isEqualTo(6);
    var remove = "remove a department of 200 employees";
    assertThat(requests(costs, remove, "naive: one by one, 64 at once")).isEqualTo(201);
    assertThat(requests(costs, remove, "native: range")).isEqualTo(1);
    assertThat(requests(costs, remove, "pattern: batches")).isBetween(3.0, 4.0);
    assertThat(costs)
        .filteredOn(cost -> cost.workload().endsWith(": store all employees"))
        .hasSize(2)
        .allSatisfy(cost -> assertThat(cost.samples().get(0).number(CostMeter.STORED))
            .isGreaterThan(100.0 * n / 1024));
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }

    var report = ComparisonReport.of(StoredResults.of(costs)).tables();
    assertThat(report).contains("## joins\n", "| naive: table scan | 2,000 |");
  }

  @Test
  void waysThatAnswerDifferentlyFail() {
    var said = new ArrayList<String>();
    var meter = new CostMeter(7, new CallCounts(), List.of(), said::add);
    var question = meter.ask("joins", "what", 4).naive("one", i -> Flux.just(1, 2));

    assertThatThrownBy(() -> question.pattern("other", i -> Mono.just(1)))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("items=1 others=2");
    assertThat(meter.costs()).singleElement().satisfies(cost -> {
      assertThat(cost.target()).isEqualTo("naive: one");
      assertThat(cost.workload()).isEqualTo("joins: what");
      assertThat(cost.entities()).isEqualTo(7);
      assertThat(cost.samples().get(0).number("times")).isEqualTo(4);
    });
    assertThat(said).singleElement().asString().contains("naive: one");
  }

  @Test
  void theMeterOfPagesIsTheSumOfAllShards() {
    var text = """
        # HELP weir_shard_page_bytes Bytes of the pages in use.
        weir_shard_page_bytes{shard="0",} 4096.0
        weir_shard_page_bytes{shard="1",} 1.2E4
        weir_shard_pages{shard="0",} 7.0
        """;

    assertThat(StoredPages.parse(text)).isEqualTo(16_096);
    assertThatThrownBy(() -> StoredPages.parse("weir_shard_pages 1"))
        .isInstanceOf(WrongAnswer.class);
  }

  @Test
  void tooFewEmployeesAreAUsageError() {
    var command = new CommandLine(new PatternsCommand());

    assertThat(command.execute("--trial", "--employees", "1999", "--out", folder.toString()))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(new PatternEffort(PatternEffort.FEWEST, 1, 1, 1).employees()).isEqualTo(2_000);
  }

  private static String pattern(Measurement cost) {
    return cost.workload().substring(0, cost.workload().indexOf(':'));
  }

  private static double requests(List<Measurement> costs, String question, String way) {
    return one(costs, question, way).number(CostMeter.REQUESTS);
  }

  private static RoundSample one(List<Measurement> costs, String question, String way) {
    return costs.stream()
        .filter(
            cost -> cost.workload().endsWith(": " + question) && cost.target().equals(way))
        .findFirst()
        .orElseThrow()
        .samples()
        .get(0);
  }
}
