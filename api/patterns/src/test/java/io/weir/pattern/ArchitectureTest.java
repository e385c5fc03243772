package io.weir.pattern;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/**
 * What works over any table service depends on the contract alone: on no network, no engine and no
 * form on a wire.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor = Rules.doorsAreImplementedOnlyBy();

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule knowsTheContractAlone = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.weir.client..",
          "io.weir.engine..",
          "io.weir.server..",
          "io.weir.api.wire..",
          "io.weir.api.json..",
          "io.netty..",
          "reactor.netty..");

  @ArchTest
  static final ArchRule jacksonLivesWithTheTypes =
      Rules.livesOnlyIn("io.weir.pattern.typed", "tools.jackson..", "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static final ArchRule noPackageIsLarge = Rules.noPackageHasMoreThanThirtyFiles();
}
