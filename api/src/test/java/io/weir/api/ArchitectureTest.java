package io.weir.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** The contract depends on the JDK, reactor-core and annotations: who speaks it takes on nothing else, but for JSON on a wire. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule contractDependsOnReactorCoreAlone = classes()
      .that()
      .resideOutsideOfPackage("io.weir.api.json")
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage(
          "java..",
          "javax.crypto..",
          "io.weir.api..",
          "reactor.core..",
          "reactor.util..",
          "org.reactivestreams..",
          "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule jacksonLivesWithTheJson =
      Rules.livesOnlyIn("io.weir.api.json", "tools.jackson..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();
}
