package io.weir.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** The client is a door of its own: who takes it gets the contract and a transport, and no engine. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule knowsNoEngine = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.weir.engine..", "io.weir.server..", "net.openhft..");

  @ArchTest
  static final ArchRule jacksonLivesWithTheTypes =
      Rules.livesOnlyIn("io.weir.client.typed", "tools.jackson..", "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();
}
