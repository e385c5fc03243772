package io.weir.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** Each library has one home in the server. Only the command line may block or read settings. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final String COMMAND_LINE = "io.weir.server.cli";

  @ArchTest
  static final ArchRule jacksonLivesWithTheJson =
      Rules.livesOnlyIn("io.weir.server.json", "tools.jackson..");

  @ArchTest
  static final ArchRule micrometerLivesWithTheMetrics =
      Rules.livesOnlyIn("io.weir.server.metrics", "io.micrometer..", "io.prometheus..");

  @ArchTest
  static final ArchRule tokensOfIssuersAreReadInOnePlace =
      Rules.livesOnlyIn("io.weir.server.bearer", "com.nimbusds..");

  @ArchTest
  static final ArchRule picocliLivesInTheCommandLine = Rules.livesOnlyIn(COMMAND_LINE, "picocli..");

  @ArchTest
  static final ArchRule fastCsvLivesWithTheCsv =
      Rules.livesOnlyIn("io.weir.server.cli.csv", "de.siegmar..");

  @ArchTest
  static final ArchRule theProgressBarLivesWithTheLoading =
      Rules.livesOnlyIn("io.weir.server.cli.load", "me.tongfei..");

  @ArchTest
  static final ArchRule pagesAndOldJacksonAreOutOfReach = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("net.openhft..", "com.fasterxml.jackson..", "com.azure..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  /** Dialects, authentication and metrics use requests and answers, and do not know the port. */
  @ArchTest
  static final ArchRule thePortIsOpenedByTheServerAlone = noClasses()
      .that()
      .resideOutsideOfPackages("io.weir.server", "io.weir.server.http", COMMAND_LINE + "..")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.weir.server.http");

  @ArchTest
  static final ArchRule nothingBlocks =
      Rules.nothingBlocks(COMMAND_LINE, COMMAND_LINE + ".archive", COMMAND_LINE + ".pull");

  @ArchTest
  static final ArchRule readersMeetNoLoopAtALock =
      Rules.publishersAreIteratedOnlyIn(COMMAND_LINE + ".pull");

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsAreReadByTheCommandLine = Rules.settingsAreReadOnlyIn(COMMAND_LINE);
}
