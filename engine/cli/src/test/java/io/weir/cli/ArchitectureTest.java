package io.weir.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** The launcher's package reads settings and options and may wait. Each library has one home in the command line. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final String LAUNCHER = "io.weir.cli";

  @ArchTest
  static final ArchRule picocliLivesInTheLauncher = Rules.livesOnlyIn(LAUNCHER, "picocli..");

  @ArchTest
  static final ArchRule logbackLivesInTheLauncher = Rules.livesOnlyIn(LAUNCHER, "ch.qos.logback..");

  @ArchTest
  static final ArchRule fastCsvLivesWithTheCsv =
      Rules.livesOnlyIn(LAUNCHER + ".csv", "de.siegmar..");

  @ArchTest
  static final ArchRule theProgressBarLivesWithTheLoading =
      Rules.livesOnlyIn(LAUNCHER + ".load", "me.tongfei..");

  @ArchTest
  static final ArchRule librariesOfOtherModulesAreOutOfReach = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "net.openhft..",
          "com.nimbusds..",
          "tools.jackson..",
          "com.fasterxml.jackson..",
          "io.micrometer..",
          "io.prometheus..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks =
      Rules.nothingBlocks(LAUNCHER, LAUNCHER + ".archive", LAUNCHER + ".pull");

  @ArchTest
  static final ArchRule readersMeetNoLoopAtALock =
      Rules.publishersAreIteratedOnlyIn(LAUNCHER + ".pull");

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsAreReadByTheLauncher = Rules.settingsAreReadOnlyIn(LAUNCHER);
}
