package io.weir.search;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** Search depends on engine and contract, Lucene lives in one package of it, and nothing waits. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor = Rules.doorsAreImplementedOnlyBy();

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule luceneLivesWithTheIndex =
      Rules.livesOnlyIn("io.weir.search.index", "org.apache.lucene..");

  @ArchTest
  static final ArchRule searchKnowsNoTransport = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.weir.server..",
          "io.weir.client..",
          "io.weir.pattern..",
          "io.weir.cli..",
          "io.netty..",
          "reactor.netty..",
          "tools.jackson..");

  @ArchTest
  static final ArchRule theTextOfASearchIsParsedWithoutLibraries = noClasses()
      .that()
      .resideInAPackage("io.weir.search.query")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("reactor..", "org.apache..", "io.weir.engine..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();
}
