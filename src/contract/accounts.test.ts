import { describe, expect, test } from "vitest";
import { accountMessages } from "#domain/messages/account.ts";
import { profileForm, updateMeBody } from "./accounts.ts";

const typed = {
  firstName: " Arta ",
  lastName: "Krasniqi",
  phone: "",
  currentPassword: "",
  password: "",
  confirmPassword: "",
};
const complaints = (change: Partial<typeof typed>) =>
  profileForm
    .safeParse({ ...typed, ...change })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("profileForm (specification.md#validation)", () => {
  test("profileForm sends no password fields when no new password is typed", () => {
    const body = profileForm.parse({ ...typed, phone: "044 123 456" });
    expect(body).toEqual({ firstName: "Arta", lastName: "Krasniqi", phone: "+38344123456" });
    expect(updateMeBody.safeParse(body).success).toBe(true);
    expect(profileForm.parse(typed)).toMatchObject({ phone: null });
  });

  test("profileForm sends a new password without its confirmation", () => {
    const password = "tetë-karaktere";
    expect(profileForm.parse({ ...typed, password, confirmPassword: password })).toEqual({
      firstName: "Arta",
      lastName: "Krasniqi",
      phone: null,
      password,
    });
  });

  test("profileForm sends the current password only together with a new one", () => {
    const password = "tetë-karaktere";
    const currentPassword = "i vjetri";
    const body = profileForm.parse({ ...typed, currentPassword, password, confirmPassword: password });
    expect(body).toMatchObject({ password, currentPassword });
    expect(updateMeBody.safeParse(body).success).toBe(true);
    expect(profileForm.parse({ ...typed, currentPassword })).not.toHaveProperty("currentPassword");
  });

  test.each([
    [{ firstName: " " }, `firstName: ${accountMessages.firstNameRequired}`],
    [{ lastName: "" }, `lastName: ${accountMessages.lastNameRequired}`],
    [{ password: "1234567", confirmPassword: "123456" }, "confirmPassword: Fjalëkalimet nuk përputhen"],
    [{ password: "", confirmPassword: "12345678" }, "confirmPassword: Fjalëkalimet nuk përputhen"],
    [
      { password: "1234567", confirmPassword: "1234567" },
      "password: Fjalëkalimi duhet të ketë të paktën 8 karaktere",
    ],
  ])("profileForm refuses %j with «%s»", (change, complaint) => {
    expect(complaints(change)).toEqual([complaint]);
  });
});
