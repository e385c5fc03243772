package io.weir.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;
import java.util.List;

/**
 * The command line may wait, and reads settings in two packages. Each library has one home, picocli
 * the commands and their options.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final String LAUNCHER = "io.weir.cli";
  private static final String ARCHIVE = LAUNCHER + ".archive";
  private static final String OPTIONS = LAUNCHER + ".options";
  private static final String STORE = LAUNCHER + ".store";
  private static final String COPY = LAUNCHER + ".copy";
  private static final String ROWS = LAUNCHER + ".rows";
  private static final String TABLE = LAUNCHER + ".table";
  private static final String SERVE = LAUNCHER + ".serve";
  private static final String TERMINAL = LAUNCHER + ".terminal";
  private static final String TRANSFER = LAUNCHER + ".transfer";
  private static final String DEMO = LAUNCHER + ".demo";
  private static final String QUEUE = LAUNCHER + ".queue";
  private static final String FORMAT = LAUNCHER + ".format";

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor = Rules.doorsAreImplementedOnlyBy();

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule workBelowTheCommandsKnowsNoOptions = noClasses()
      .that()
      .resideInAnyPackage(ARCHIVE, FORMAT, ROWS, TERMINAL)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("picocli..");

  @ArchTest
  static void onlyTheLauncherKnowsTheCommands(JavaClasses main) {
    for (var commands : List.of(DEMO, TRANSFER)) {
      classes()
          .that()
          .resideInAPackage(commands)
          .should()
          .onlyHaveDependentClassesThat()
          .resideInAnyPackage(commands, LAUNCHER)
          .check(main);
    }
  }

  @ArchTest
  static final ArchRule logbackLivesInTheTerminal = Rules.livesOnlyIn(TERMINAL, "ch.qos.logback..");

  @ArchTest
  static final ArchRule fastCsvLivesWithTheFormats = Rules.livesOnlyIn(FORMAT, "de.siegmar..");

  @ArchTest
  static final ArchRule theProgressBarLivesInTheTerminal =
      Rules.livesOnlyIn(TERMINAL, "me.tongfei..");

  @ArchTest
  static final ArchRule librariesOfOtherModulesAreOutOfReach = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "net.openhft..",
          "com.nimbusds..",
          "org.apache.lucene..",
          "tools.jackson..",
          "com.fasterxml.jackson..",
          "io.micrometer..",
          "io.prometheus..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks(
      ARCHIVE, COPY, DEMO, OPTIONS, ROWS, QUEUE, SERVE, STORE, TABLE, TERMINAL, TRANSFER);

  @ArchTest
  static final ArchRule readersMeetNoLoopAtALock = Rules.publishersAreIteratedOnlyIn(ROWS);

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsAreReadByTheLauncher =
      Rules.settingsAreReadOnlyIn(LAUNCHER, OPTIONS);
}
