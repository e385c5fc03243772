package io.weir.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.Rules;

/**
 * Checks that the contract depends on the JDK, reactor-core and annotations alone, and on no form
 * of the wire.
 */
@AnalyzeClasses(locations = ContractClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor =
      Rules.doorsAreImplementedOnlyBy("io.weir.api.RoutedTables");

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule contractDependsOnReactorCoreAlone = classes()
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage(
          "java..",
          "io.weir.api..",
          "reactor.core..",
          "reactor.util..",
          "org.reactivestreams..",
          "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule contractDoesNotDependOnTheProtocol = noClasses()
      .should()
      .resideInAnyPackage("io.weir.api.json..", "io.weir.api.wire..")
      .orShould()
      .dependOnClassesThat()
      .resideInAnyPackage("io.weir.api.json..", "io.weir.api.wire..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();
}
