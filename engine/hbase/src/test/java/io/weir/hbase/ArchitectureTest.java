package io.weir.hbase;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.hbase.region.EntityCoprocessor;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;
import org.junit.jupiter.api.Test;

/** Verifies what a region server loads, and what a gateway needs. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final String ON_BOTH_SIDES = "io.weir.hbase.protocol..";

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor =
      Rules.doorsAreImplementedOnlyBy("io.weir.hbase.HBaseTables");

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule regionServersLoadNoGateway = classes()
      .that()
      .resideInAnyPackage("io.weir.hbase.region..", ON_BOTH_SIDES)
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage(
          "java..",
          "io.weir.api.edm..",
          "io.weir.api.entity..",
          "io.weir.api.error..",
          "io.weir.api.filter..",
          "io.weir.api.write..",
          "io.weir.engine.query..",
          "io.weir.hbase.region..",
          ON_BOTH_SIDES,
          "com.google.protobuf..",
          "org.apache.hadoop.hbase..",
          "org.jspecify.annotations..",
          "org.slf4j.."); // HBase has it

  @ArchTest
  static final ArchRule gatewaysDoWithoutTheClassesOfRegionServers = noClasses()
      .that()
      .resideOutsideOfPackage("io.weir.hbase.region..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.weir.hbase.region..",
          "org.apache.hadoop.hbase.coprocessor..",
          "org.apache.hadoop.hbase.master..");

  @ArchTest
  static final ArchRule messagesKnowNoHBase = noClasses()
      .that()
      .resideInAPackage(ON_BOTH_SIDES)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("org.apache.hadoop..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @Test
  void theTableNamesTheCoprocessorThatExists() {
    assertThat(StoreSchema.COPROCESSOR).isEqualTo(EntityCoprocessor.class.getName());
  }
}
