package io.weir.api.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/**
 * Checks that the protocol depends on the contract, on Jackson's parser in its JSON package alone,
 * and on the platform's XML parser in its own.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule protocolDependsOnTheContractAndJacksonAlone = classes()
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage(
          "java..",
          "javax.crypto..",
          "javax.xml..",
          "io.weir.api..",
          "tools.jackson..",
          "com.fasterxml.jackson.annotation..",
          "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule everyClassIsInAPackageOfTheProtocol = classes()
      .should()
      .resideInAnyPackage("io.weir.api.json", "io.weir.api.wire", "io.weir.api.xml");

  @ArchTest
  static final ArchRule onlyTheJsonPackageUsesJackson =
      Rules.livesOnlyIn("io.weir.api.json", "tools.jackson..", "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule onlyTheXmlPackageUsesTheParserOfThePlatform =
      Rules.livesOnlyIn("io.weir.api.xml", "javax.xml..");

  @ArchTest
  static final ArchRule jsonDoesNotDependOnTheWireFormat = noClasses()
      .that()
      .resideInAPackage("io.weir.api.json")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.weir.api.wire");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();
}
