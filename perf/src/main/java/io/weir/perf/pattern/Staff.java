package io.weir.perf.pattern;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import reactor.core.publisher.Flux;

/**
 * The employees of a company, each computed from its number. Departments have equally many, in the
 * order of their numbers. Any thread.
 *
 * @param employees their number
 * @param inDepartment employees of a department
 */
record Staff(int employees, int inDepartment) {

  private static final int FEWEST_DEPARTMENTS = 10;
  private static final int LARGEST_DEPARTMENT = 1_000;
  private static final int OF_ONE_NAME = 2;

  /** A prime, so that multiples of it meet all numbers of a table before they repeat one. */
  private static final long STEP = 104_729;

  static Staff of(int employees) {
    return new Staff(employees, Math.min(LARGEST_DEPARTMENT, employees / FEWEST_DEPARTMENTS));
  }

  /**
   * Returns a company of the same departments that has only the first of them, or all if there are
   * no more.
   */
  Staff first(int others) {
    var fewer = Math.min(others, employees);
    return new Staff(fewer - fewer % inDepartment, inDepartment);
  }

  int departments() {
    return employees / inDepartment;
  }

  /** Returns a number of an employee: different ones for a sequence. */
  int draw(int i) {
    return (int) (i * STEP % ((long) departments() * inDepartment));
  }

  /**
   * Returns a number of an employee of a group: one after another, and again from the first after
   * the last.
   *
   * @param groups equally large ones, into which the employees are divided
   */
  int inGroup(int group, int groups, int i) {
    var size = departments() * inDepartment / groups;
    return group * size + i % size;
  }

  static String department(int number) {
    return "D" + digits(number, 4);
  }

  String departmentOf(int employee) {
    return department(employee / inDepartment);
  }

  EntityKey key(int employee) {
    return new EntityKey(departmentOf(employee), id(employee));
  }

  static String id(int employee) {
    return digits(employee, 8);
  }

  static String email(int employee) {
    return "e" + id(employee) + "@contoso.com";
  }

  /**
   * Returns the last name of an employee: {@value #OF_ONE_NAME} of a department have the same one.
   */
  String lastName(int employee) {
    return "Name" + digits(employee % (inDepartment / OF_ONE_NAME), 4);
  }

  Entity employee(int number) {
    return employee(departmentOf(number), number);
  }

  /** Returns an employee who is not among the others, of any department. */
  Entity hired(int i) {
    return employee(department(i % departments()), employees + i);
  }

  private Entity employee(String department, int number) {
    return Entity.builder(department, id(number))
        .set("EmployeeId", id(number))
        .set("LastName", lastName(number))
        .set("FirstName", "First" + digits(number % 89, 2))
        .set("Email", email(number))
        .set("City", "City" + digits(number % 61, 2))
        .set("Age", 18 + number % 50)
        .set("Salary", 30_000 + number % 50_000)
        .set("HasLeft", false)
        .build();
  }

  Flux<Entity> all() {
    return Flux.range(0, departments() * inDepartment).map(this::employee);
  }

  private static String digits(int number, int width) {
    var text = Integer.toString(number);
    return "0".repeat(Math.max(0, width - text.length())) + text;
  }
}
